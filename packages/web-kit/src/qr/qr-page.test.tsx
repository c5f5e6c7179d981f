import { renderToStaticMarkup } from 'react-dom/server';
import { Owner } from './qr-page.tsx';

it('shows a name in its own direction, so that a long one is cut off at its end on a page from right to left', () => {
  expect(renderToStaticMarkup(<Owner name="MARIA DA COSTA" />)).toContain('dir="auto"');
});
