import { addTexts, KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import { en } from '../texts/en.ts';
import { pt } from '../texts/pt.ts';
import SignInPage from './sign-in.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

const htmlAt = (address: string): string => {
  addTexts('shell', { en, pt });
  return renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location={address}>
        <SignInPage />
      </StaticRouter>
    </KitProviders>,
  );
};

const alertAt = (address: string): string | undefined => {
  const html = htmlAt(address);
  expect(html).toContain('Go to the sign-in page');
  return /role="alert"><p class="govuk-body">([^<]*)</.exec(html)?.[1];
};

it.each([
  ['unavailable', /cannot be reached at the moment.*Nothing is wrong with your account/],
  ['expired', /took too long/],
  ['cancelled', /was cancelled/],
  ['failed', /could not be completed.*one-time code/],
])('says why a sign-in did not succeed: %s', (problem, said) => expect(alertAt(`/sign-in?problem=${problem}&returnTo=%2Fstaff`)).toMatch(said));

it.each(['', '?problem=', '?problem=constructor', '?problem=%3Cscript%3E'])('says nothing at /sign-in%s', (query) =>
  expect(alertAt(`/sign-in${query}`)).toBeUndefined(),
);

// The gateway draws the page without `returnTo`, and React can only hydrate what it would render itself.
it('looks the same wherever the person returns to', () => {
  expect(htmlAt('/sign-in?problem=expired&returnTo=%2Fmy')).toBe(htmlAt('/sign-in?problem=expired'));
  expect(htmlAt('/sign-in?returnTo=%2Fmy')).toBe(htmlAt('/sign-in'));
});
