import type { DocumentActionEntry } from '@portal/contract-kit';
import type { SectionSpec } from '../document/field-spec.ts';
import { changedLists } from './changes.tsx';
import { lastCorrection } from './last-change.tsx';

const entry = (action: string, version?: number) => ({ action, version }) as DocumentActionEntry;

describe('the last change of a document', () => {
  it('is its last correction, whatever was decided since', () => {
    expect(lastCorrection([entry('register', 1), entry('amendment', 2), entry('update', 3), entry('arrival', 4)])?.version).toBe(3);
  });

  it('is none where nothing was corrected, and none of a release that kept no versions', () => {
    expect(lastCorrection([entry('register', 1), entry('verification', 2)])).toBeUndefined();
    expect(lastCorrection([entry('amendment')])).toBeUndefined();
    expect(lastCorrection(undefined)).toBeUndefined();
  });

  it('names the lists that differ, of the sections that are shown', () => {
    const sections = [
      { title: 'Goods', lists: ['goods'], visible: ({ hasGoods }) => hasGoods === 'YES' },
      { title: 'Questions', lists: ['questions'] },
    ] as SectionSpec[];
    const before = { hasGoods: 'YES', goods: [{ description: 'Rice' }], questions: [{ id: '1', answer: 'NO' }] };
    const titles = (now: object) => changedLists(sections, { ...before, ...now }, 'view', before).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles({ goods: [], questions: [{ id: '1', answer: 'YES' }] })).toEqual(['Goods', 'Questions']);
    expect(titles({ hasGoods: 'NO', goods: [] })).toEqual([]);
  });
});
