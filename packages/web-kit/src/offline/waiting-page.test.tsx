import { Children, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { KitProviders } from '../area/area-root.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import type { WaitingForm } from './waiting.ts';
import { OneWaiting } from './waiting-page.tsx';

const mockDraft = { at: 5, values: { passport: 'P2' } as object };
jest.mock('../draft/drafts.ts', () => ({
  ...jest.requireActual('../draft/drafts.ts'),
  draftsAt: () => ({
    claim: (_name: object, told: (held: boolean) => void) => {
      told(true);
      return { take: () => undefined, release: () => undefined };
    },
    read: async () => mockDraft,
    write: async (_name: object, values: object) => Object.assign(mockDraft, { values }),
  }),
}));

const form: WaitingForm = {
  key: 'k',
  url: '/api/declarations/v1/traveller/declaration/',
  body: { arrivalDate: '2026-08-01' },
  language: 'en',
  owner: null,
  at: 0,
  tried: false,
  form: '/eservice/arrival',
  to: '/eservice/arrival/qr/',
  document: '/api/declarations/v1/traveller/declaration',
  draft: { area: 'declarations', key: 'arrival', values: {} },
  state: 'waiting',
};

/** Renders a waiting form once, and returns the properties of all its elements of this type. */
function partsOf(waiting: WaitingForm, type: unknown): Record<string, unknown>[] {
  const held: { tree?: ReactNode } = {};
  function Page() {
    held.tree = OneWaiting({ waiting, look: async () => undefined });
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="shell">
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </KitProviders>,
  );
  const found = (node: ReactNode): Record<string, unknown>[] =>
    Children.toArray(node).flatMap((child) => {
      if (!isValidElement<{ children?: ReactNode }>(child)) return [];
      return child.type === type ? [child.props] : found(child.props.children);
    });
  return found(held.tree);
}

/** Returns the question of the dialog that confirms the deletion. */
const question = (waiting: WaitingForm): unknown => partsOf(waiting, ConfirmDialog)[0]?.title;

it.each([
  [{ tried: false }, 'Delete this declaration from the device? It has not been sent.'],
  [{ tried: true }, 'It may have arrived already. Delete it from this device only?'],
  [{ tried: true, state: 'refused' as const }, 'Delete this declaration from the device? It has not been sent.'],
])('before a waiting form is deleted, the page says whether it may have arrived: %j', (more, words) => {
  expect(question({ ...form, ...more })).toBe(words);
});

it('a waiting form that is opened does not replace other answers without a question', async () => {
  const press = partsOf({ ...form, state: 'refused' }, Button).find(({ children }) => children === 'Open the form')?.onClick as () => void;
  press();
  await new Promise((later) => setTimeout(later, 5));
  expect(mockDraft.values).toEqual({ passport: 'P2' });
});
