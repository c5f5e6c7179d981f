import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { KitProviders } from '../area/area-root.tsx';
import { OfflineNotice } from '../components/states.tsx';
import { noteKeeping } from './keeping.ts';
import { useDraft } from './use-draft.ts';

// On the server, effects do not run and stores have no value.
const mockLeave: (() => void)[] = [];
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useLayoutEffect: (run: () => undefined | (() => void)) => void mockLeave.push(run() ?? (() => undefined)),
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}));
jest.mock('./drafts.ts', () => ({ draftsAt: () => ({}) }));

beforeAll(() => Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine: false } }));
afterAll(() => Reflect.deleteProperty(globalThis, 'navigator'));

function Form({ ready, aside }: { ready: boolean; aside?: boolean }) {
  useDraft('trip-register-any', useForm(), { ready, aside });
  return null;
}

const draw = (form: ReactNode): string =>
  renderToStaticMarkup(
    <KitProviders name="trips">
      <MemoryRouter>
        {form}
        <OfflineNotice />
      </MemoryRouter>
    </KitProviders>,
  ).replace(/<[^>]*>/g, '');

describe('without a network', () => {
  afterEach(() => {
    for (const leave of mockLeave.splice(0)) leave();
  });

  it('a page with a draft says whether the browser keeps the answers', () => {
    expect(draw(<Form ready />)).toBe('You are offline. Your answers are kept on this device.');
    noteKeeping(false);
    expect(draw(<Form ready />)).toBe('You are offline, and this browser does not keep what is typed. Do not close or reload this page.');
    noteKeeping(true);
  });

  it('a page that keeps nothing says only that the user is offline', () => {
    expect(draw(null)).toBe('You are offline.');
    expect(draw(<Form ready={false} />)).toBe('You are offline.');
    // A question to the applicant has a draft, but the decision beside it has none.
    expect(draw(<Form ready aside />)).toBe('You are offline.');
  });
});
