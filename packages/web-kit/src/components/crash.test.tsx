import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KitProviders } from '../area/area-root.tsx';
import { noteDraft, noteKeeping } from '../draft/keeping.ts';
import { lazyPart } from './lazy-part.tsx';
import { ErrorBoundary } from './states.tsx';

const Dialog = lazyPart(async () => ({ default: () => null }), { failure: 'dialog' });

it.each([
  ['page', { children: null }],
  ['dialog', (Dialog({}) as ReactElement<ErrorBoundary['props']>).props],
])('a %s that stopped working says that the answers are kept only where it has a draft and the browser keeps it', (_what, props) => {
  const boundary = new ErrorBoundary(props);
  boundary.state = { error: new Error('crashed') };
  const words = () => renderToStaticMarkup(<KitProviders name="shell">{boundary.render()}</KitProviders>);
  const saysNothingOfKeeping = () => {
    expect(words()).toContain('Something went wrong. Try again.');
    expect(words()).not.toContain('kept');
  };
  saysNothingOfKeeping();
  const noteGone = noteDraft();
  expect(words()).toContain('Your answers are kept on this device. Try again.');
  noteKeeping(false);
  saysNothingOfKeeping();
  noteKeeping(true);
  noteGone();
});
