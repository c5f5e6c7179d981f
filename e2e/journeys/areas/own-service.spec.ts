import { expect, test } from '@playwright/test';
import { deployedArea } from '../../support/registry.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { register } from '../routes/documents.ts';
import { publishChanged, wrapLifecycles } from './faults.ts';

/**
 * Attacks by the code of an area with an officer's session: it calls the service of another area, with the CSRF token of the session and with the client of the
 * shell, and it tries to read the tokens of other areas from their requests.
 */
const attempt = `{
  ...lifecycles,
  mount: async (props) => {
    const { csrfToken } = await (await fetch('/auth/session')).json();
    const heard = [];
    const send = self.fetch;
    self.fetch = (url, request) => { heard.push(new Headers(request?.headers).get('x-area-token')); return send(url, request); };
    const set = XMLHttpRequest.prototype.setRequestHeader;
    XMLHttpRequest.prototype.setRequestHeader = function (name, value) { if (/area/i.test(name)) heard.push(value); return set.call(this, name, value); };
    const query = '?q=' + encodeURIComponent('{"criteria":[],"paging":{"page":1,"size":1}}');
    const status = async (call) => (await call).status;
    const headers = { 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
    const act = { method: 'POST', headers, body: '{"version":1}' };
    const id = '00000000-0000-4000-8000-000000000000';
    const other = '/api/licences/v1/professional';
    self.tried = {
      otherByItself: await status(send(other + '/search' + query, { headers })),
      otherByItsClient: await status(props.transport.fetch(other + '/search' + query, { headers })),
      otherSayingItsName: await status(send(other + '/search' + query, { headers: { ...headers, 'x-area': 'mf-licences' } })),
      actsOnOther: await status(props.transport.fetch(other + '/' + id + '/actions/approval', act)),
      shared: await status(send('/api/reference/v1/catalogue/countries/search' + query)),
      own: await status(props.transport.fetch(props.api + '/v1/triptic/trip/info', { headers: {} })),
      ownWithoutClient: await status(send(props.api + '/v1/triptic/trip/info')),
      page: /area-tokens/.test(document.documentElement.outerHTML) || /area-tokens/.test(await (await send('/')).text()),
      heard,
    };
    return lifecycles.mount(props);
  },
}`;

test('code of an area reaches its own service and the shared ones, and no other with the officer’s session', async ({ page }) => {
  // A licence is registered first, because an empty list has no table.
  await register(page, 'licence');
  await signInQuietly(page, 'licence-approver');
  const area = await deployedArea(page, 'mf-trips');
  await publishChanged(page, area.entry, wrapLifecycles(area, attempt));
  await page.goto('/eservice/triptic/validity');
  await expect(page.locator('[data-area="mf-trips"]').getByRole('heading', { level: 1 })).toHaveCount(1);
  // The page shows the HTML of the area before its code is loaded.
  await page.waitForFunction(() => 'tried' in self);
  // Meanwhile the shell can still load the waiting licence cases, and the officer's own licence screens work.
  await page.getByRole('banner').getByRole('link', { name: 'Staff' }).click();
  const licences = page.getByRole('region', { name: 'Professional licences' });
  await expect(licences.getByText(/\d+ waiting/).first()).toBeVisible();
  await licences.getByRole('link').first().click();
  await expect(page.getByRole('columnheader', { name: /^Reference/ })).toBeVisible();

  const { heard, ...tried } = (await page.evaluate(() => (self as unknown as { tried: unknown }).tried)) as { heard: (string | null)[] };
  expect(tried).toEqual({
    otherByItself: 403,
    otherByItsClient: 403,
    otherSayingItsName: 403,
    actsOnOther: 403,
    shared: 200,
    own: 200,
    ownWithoutClient: 403,
    page: false,
  });
  expect(heard.filter((token) => token !== null)).toEqual([]);
});
