import { renderToStaticMarkup } from 'react-dom/server';
import { Due } from './due.tsx';

it('a due date brings its own words along', () => {
  expect(renderToStaticMarkup(<Due at="2026-11-28T10:00:00" now={Date.parse('2026-11-28T13:00:00Z')} />)).toContain('3 h over');
});
