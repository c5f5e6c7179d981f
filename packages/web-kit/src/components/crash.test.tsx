import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KitProviders } from '../area/area-root.tsx';
import { lazyPart } from './lazy-part.tsx';
import { ErrorBoundary } from './states.tsx';

let mockKeeps = true;
jest.mock('../draft/keeping.ts', () => ({ ...jest.requireActual('../draft/keeping.ts'), useKeeping: () => mockKeeps }));

const Dialog = lazyPart(async () => ({ default: () => null }), { failure: 'dialog' });

it.each([
  ['page', { children: null }],
  ['dialog', (Dialog({}) as ReactElement<ErrorBoundary['props']>).props],
])('a %s that stopped working says that the answers are kept only where the browser keeps them', (_what, props) => {
  mockKeeps = true;
  const boundary = new ErrorBoundary(props);
  boundary.state = { error: new Error('crashed') };
  const words = () => renderToStaticMarkup(<KitProviders name="shell">{boundary.render()}</KitProviders>);
  expect(words()).toContain('Your answers are kept on this device. Try again.');
  mockKeeps = false;
  expect(words()).toContain('Something went wrong. Try again.');
  expect(words()).not.toContain('kept');
});
