import { addTexts } from '@portal/web-kit';
import { isValidElement, type ReactNode } from 'react';
import AreaPage from './area.tsx';
import type { AreaDetails } from './area-data.ts';
import { texts } from './areas.texts.ts';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** What the gateway answers, and the state of the page, which lasts from one drawing to the next. */
const mockPage = { data: undefined as unknown, cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: () => {
    const cell = mockPage.next++;
    return [mockPage.cells[cell], (value: unknown) => (mockPage.cells[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ name: 'mf-trips' }),
  useText: () => (key: string) => key,
  useQuery: () => ({ data: mockPage.data, refetch: () => undefined }),
}));

interface Part {
  type: (props: object) => ReactNode;
  props: { area: object; step?: string; onAsk(step: string): void };
}

/** Finds the parts in what a component returns, by name. */
function partsOf(node: ReactNode, found: Record<string, Part> = {}): Record<string, Part> {
  if (Array.isArray(node)) for (const each of node) partsOf(each, found);
  if (!isValidElement<{ children?: ReactNode }>(node)) return found;
  if (typeof node.type === 'function') found[node.type.name] = node as unknown as Part;
  return partsOf(node.props.children, found);
}

/** Draws the page, and returns its parts, which are not drawn. */
function draw(data: Partial<AreaDetails>): Record<string, Part> {
  addTexts('shell', texts);
  Object.assign(mockPage, { data: { secondPerson: ['canary'], versions: [], history: [], ...data }, next: 0 });
  const { type, props } = partsOf(AreaPage()).Details as Part;
  return partsOf(type(props));
}

it('takes a step on what the operator saw when pressing the button, whatever the page has learned since', () => {
  const seen = { state: 'seen', request: { action: 'canary', version: '2.1.0', by: 'Ana' } } as unknown as AreaDetails;
  const before = draw(seen).Steps as Part;
  before.props.onAsk('confirm');
  const { Steps, DecisionDialog } = draw({ state: 'another', request: { ...seen.request, action: 'rollback' } as AreaDetails['request'] });
  expect(Steps?.props.area).toMatchObject({ state: 'another', request: { action: 'rollback' } });
  expect(DecisionDialog?.props).toMatchObject({ step: 'confirm', area: { state: 'seen', request: { action: 'canary' } } });
});
