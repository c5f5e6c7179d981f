import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import { departureStatuses } from 'svc-declarations/contract';
import { ClosedDeclaration } from './closed-declaration.tsx';
import { departures } from './declaration.api.ts';

const closed = 'An officer deals with it.';
const draw = (status: string) =>
  renderToStaticMarkup(
    <StaticRouter location={departures.publicBase}>
      <ClosedDeclaration kind={departures} id="7" title="Change" status={status} closed={closed} />
    </StaticRouter>,
  );

it('says who can change a declaration with which no officer has dealt, and otherwise that an officer deals with it', () => {
  expect(departureStatuses.filter((status) => draw(status).includes(closed))).toEqual(['VERIFIED', 'APPROVED']);
  const html = draw('CREATED');
  expect(html).toContain('sign in with the account that registered it');
  expect(html).toMatch(/<button[^>]*>.*Sign in.*<\/button>/);
  expect(html).toContain('href="/eservice/departure/declaration/search"');
  expect(draw('VERIFIED')).not.toMatch(/Sign in|\/search/);
});
