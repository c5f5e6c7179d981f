import { Children, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { KitProviders } from '../area/area-root.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import type { WaitingForm } from './waiting.ts';
import { OneWaiting } from './waiting-page.tsx';

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

/** Returns the question of the dialog that confirms the deletion. */
function question(waiting: WaitingForm): unknown {
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
  const dialogs = (node: ReactNode): unknown[] =>
    Children.toArray(node).flatMap((child) => {
      if (!isValidElement<{ children?: ReactNode; title?: unknown }>(child)) return [];
      return child.type === ConfirmDialog ? [child.props.title] : dialogs(child.props.children);
    });
  return dialogs(held.tree)[0];
}

it.each([
  [{ tried: false }, 'Delete this declaration from the device? It has not been sent.'],
  [{ tried: true }, 'It may have arrived already. Delete it from this device only?'],
  [{ tried: true, state: 'refused' as const }, 'Delete this declaration from the device? It has not been sent.'],
])('before a waiting form is deleted, the page says whether it may have arrived: %j', (more, words) => {
  expect(question({ ...form, ...more })).toBe(words);
});
