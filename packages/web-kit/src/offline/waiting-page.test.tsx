import { Children, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { KitProviders } from '../area/area-root.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import { waitingTexts } from './texts.ts';
import { SYNC_TAG, type WaitingForm, whenSent } from './waiting.ts';
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

const mockGo = jest.fn();
jest.mock('../router.ts', () => ({ ...jest.requireActual('../router.ts'), useNavigate: () => mockGo }));
const mockReopen = jest.fn();
jest.mock('./reopen.ts', () => ({
  reopen: (...all: unknown[]) => mockReopen(...all) ?? jest.requireActual('./reopen.ts').reopen(...all),
}));

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

/** Presses "Open the form". */
async function open(waiting: WaitingForm): Promise<void> {
  const press = partsOf(waiting, Button).find(({ children }) => children === 'Open the form')?.onClick as () => void;
  press();
  await new Promise((later) => setTimeout(later, 5));
}

/** Returns the question of the dialog that confirms the deletion. */
const question = (waiting: WaitingForm): unknown => partsOf(waiting, ConfirmDialog)[0]?.title;

it.each([
  [{ tried: false }, 'Delete this declaration from the device? It has not been sent.'],
  [{ tried: true }, 'It may have arrived already. Delete it from this device only?'],
  [{ tried: true, state: 'refused' as const }, 'Delete this declaration from the device? The portal did not accept it.'],
  [
    { tried: true, state: 'refused' as const, errors: [{ code: 'IDEMPOTENCY_CONFLICT', field: '', message: '' }] },
    'Delete these answers from the device? The declaration that you sent before stays registered.',
  ],
])('before a waiting form is deleted, the page says what became of it: %j', (more, words) => {
  expect(question({ ...form, ...more })).toBe(words);
});

it('a waiting form that is opened does not replace other answers without a question', async () => {
  await open({ ...form, state: 'refused' });
  expect(mockDraft.values).toEqual({ passport: 'P2' });
});

const accept = 'The portal did not accept it as it is. Nothing is lost: open the form, which says what to change.';
it('a form that was registered with other answers is said to have been sent before, here and in the form', async () => {
  const errors = [{ code: 'IDEMPOTENCY_CONFLICT', field: '', message: 'This Idempotency-Key was used for another request' }];
  const refused = { ...form, state: 'refused' as const, errors };
  const words = 'You have sent this form before, with other answers, and it is registered. Send it again only to register another one.';
  expect(partsOf(refused, 'li').map(({ children }) => children)).toEqual([words]);
  expect(partsOf(refused, 'p').map(({ children }) => children)).not.toContain(accept);
  const other = { ...refused, errors: [{ code: 'PAST', field: 'arrivalDate', message: 'The date is over' }] };
  expect(partsOf(other, 'li').map(({ children }) => children)).toEqual(['The date is over']);
  expect(partsOf(other, 'p').map(({ children }) => children)).toContain(accept);
  mockReopen.mockReturnValueOnce(Promise.resolve('open'));
  await open(refused);
  expect(mockGo).toHaveBeenCalledWith('/eservice/arrival', { state: { refused: [{ ...errors[0], message: words }] } });
});

describe('the page of what waits says that it may be closed', () => {
  const said = async (tags: string[] | Error | undefined, ...forms: WaitingForm[]): Promise<string> => {
    const getTags = async () => {
      if (tags instanceof Error) throw tags;
      return tags;
    };
    const registration = tags ? { sync: { getTags } } : {};
    Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker: { getRegistration: async () => registration } }, configurable: true });
    const key = (await whenSent(forms)).replace('waiting.', '') as 'help' | 'helpOpen' | 'helpSignedIn';
    return waitingTexts.en.waiting[key];
  };
  const signed = { ...form, owner: 'applicant' };

  it('if the browser sends it by itself', async () => expect(await said([SYNC_TAG], form)).toContain('you may close this page'));

  it('not in a browser without Background Sync, or one that has given up or switched it off', async () => {
    for (const tags of [undefined, [], new DOMException('Background Sync is disabled.', 'AbortError')]) {
      const words = await said(tags, form);
      expect(words).not.toContain('close this page');
      expect(words).toContain('open it again before you travel');
    }
  });

  it('not if somebody was signed in', async () => {
    const words = await said([SYNC_TAG], signed, form);
    expect(words).not.toContain('close this page');
    expect(words).toContain('you are signed in');
  });
});
