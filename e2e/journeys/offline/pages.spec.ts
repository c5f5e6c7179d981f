import { expect, type Page } from '@playwright/test';
import { answerArrival, arrivalHome, aVisitor } from '../../answers/arrival.ts';
import { Form } from '../../support/form.ts';
import { test, waitForStoredPortal } from '../../support/offline.ts';
import { keptItems } from '../../support/waiting.ts';
import { register } from '../routes/documents.ts';

test('without a network the public side opens and the whole form can be filled in; pages of officials do not open', async ({ visitor, line }) => {
  await line.cut();
  await visitor.goto(arrivalHome);
  await answerArrival(new Form(visitor), aVisitor());
  await expect(visitor.getByRole('button', { name: 'Submit declaration' })).toBeVisible();
  // The address with the step is a page of its own.
  await visitor.reload();
  await expect(new Form(visitor).heading('Review & Submit')).toBeVisible();
  for (const path of ['/', '/privacy', '/eservice/departure/declaration']) {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const path of ['/staff', '/other/traveller/declaration', '/api/declarations/v1/traveller/declaration/info', '/v/x'])
    await expect(visitor.goto(path)).rejects.toThrow(/ERR_/);
});

test('a line that says nothing is not waited for: the page comes from the device', async ({ visitor, line }) => {
  line.stall();
  await visitor.goto(arrivalHome);
  await expect(new Form(visitor).heading('Residency Details')).toBeVisible();
});

test('on a slow line the kept confirmation says that it is a copy, and the present one follows; a form that changes it has the present answers', async ({
  visitor,
  line,
  request,
}) => {
  const { id } = await register({ request }, 'arrival');
  const page = `${arrivalHome}/qr/${id}`;
  const copy = visitor.getByText('This is the copy on this device.');
  const code = visitor.locator('.portal-qr__image');
  await visitor.goto(page);
  await expect.poll(() => visitor.evaluate(keptItems)).toBe(2);
  // It is changed on another device.
  const path = `/api/declarations/v1/traveller/declaration/${id}`;
  const { model, actions } = await (await request.get(`${path}/document`)).json();
  const { method, url } = actions.find(({ name }: { name: string }) => name === 'update');
  const data = { ...model, flightCode: 'QG999', flightNumber: 'QG999' };
  const changed = await request.fetch(`/api/declarations${url}`, { method, data, headers: { 'idempotency-key': crypto.randomUUID() } });
  expect(changed.status()).toBe(200);
  line.delayMs = 4_000;
  await visitor.reload();
  await expect(copy).toBeVisible();
  await expect(visitor.getByText('QG500')).toBeVisible();
  await expect(visitor.getByText('QG999')).toBeVisible();
  await expect(copy).toHaveCount(0);
  await expect(code).toHaveAttribute('src', /^\/api\//);
  await visitor.goto(`${arrivalHome}?id=${id}`);
  await expect(new Form(visitor).field('Flight or voyage number')).toHaveValue('QG999');
  // The device has kept the present one.
  await line.cut();
  await visitor.goto(page);
  await expect(visitor.getByText('QG999')).toBeVisible();
  await expect(copy).toBeVisible();
});

test('a form that was kept some days ago offers today and the days after it', async ({ visitor, line }) => {
  const today = new Date().toISOString().slice(0, 10);
  // Change the stored response as if it had been stored years ago.
  await visitor.evaluate(async () => {
    const cache = await caches.open('portal-answers');
    for (const key of await cache.keys())
      if (decodeURIComponent(key.url).endsWith('/getDates')) {
        const text = (await (await cache.match(key))?.text()) ?? '';
        await cache.put(key, new Response(text.replace(/"code":"\d{4}/g, '"code":"2001'), { headers: { 'x-kept-at': String(Date.now()) } }));
      }
  });
  await line.cut();
  for (const [path, label] of [
    [arrivalHome, 'Arrival date'],
    ['/eservice/departure/declaration', 'Departure date'],
  ] as const) {
    await visitor.goto(path);
    const days = visitor
      .locator('select')
      .and(visitor.getByLabel(new RegExp(`^${label}`)))
      .locator('option:not([value=""])');
    await expect(days).toHaveCount(8);
    await expect(days.first()).toHaveAttribute('value', today);
  }
});

test('with a network the page is that of the network, with the tokens of its areas', async ({ visitor }) => {
  // If the portal is busy for longer than the device waits, the page is opened again.
  await expect(async () => {
    const answer = await visitor.goto(arrivalHome);
    expect([answer?.fromServiceWorker(), await answer?.text()]).toEqual([true, expect.stringContaining('id="area-tokens"')]);
  }).toPass();
  const kept = await visitor.evaluate(async () => {
    const cache = await caches.open('portal-files');
    const texts = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()));
    return texts.some((text) => text?.includes('id="area-tokens">'));
  });
  expect(kept).toBe(false);
});

/** What a malicious script of an area could do, because it shares the origin with the service worker. */
const poison = {
  'a page': (page: Page) =>
    page.evaluate(async () => {
      const cache = await caches.open('portal-files');
      for (const key of await cache.keys())
        if ((await (await cache.match(key))?.text())?.startsWith('<!doctype html>'))
          await cache.put(key, new Response('<!doctype html><title>poisoned</title><h1>poisoned</h1>', { headers: { 'content-type': 'text/html' } }));
    }),
  'a script': (page: Page) =>
    page.evaluate(async () => {
      const cache = await caches.open('portal-files');
      for (const key of await cache.keys())
        if ((await (await cache.match(key))?.text())?.includes('webpackChunk'))
          await cache.put(key, new Response('document.title = "poisoned"', { headers: { 'content-type': 'text/javascript' } }));
    }),
  'the manifest': (page: Page) =>
    page.evaluate(async () => {
      const cache = await caches.open('portal-files');
      const text = await (await cache.match('/offline.json'))?.text();
      await cache.put('/offline.json', new Response(text?.replace('sha384-', 'sha384-A')));
    }),
};

for (const [what, poisoned] of Object.entries(poison))
  test(`${what} that was changed on the device is not given`, async ({ visitor, line }) => {
    await poisoned(visitor);
    // The service worker is stopped, so that it starts again and reads the cache.
    const session = await visitor.context().newCDPSession(visitor);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await line.cut();
    await visitor.goto(arrivalHome, { timeout: 30_000 }).catch(() => undefined);
    await expect(visitor.getByText('poisoned')).toHaveCount(0);
    expect(await visitor.title()).not.toContain('poisoned');
    await expect(new Form(visitor).heading('Personal Details')).toHaveCount(0);
    // With the network, everything works again, and the stored files are repaired.
    await line.restore();
    await visitor.goto('/');
    await waitForStoredPortal(visitor);
    await line.cut();
    await visitor.goto(arrivalHome);
    await expect(new Form(visitor).heading('Residency Details')).toBeVisible();
  });

test('a script whose headers were changed on the device is not given', async ({ visitor, line }) => {
  const script = await visitor.evaluate(async () => {
    const cache = await caches.open('portal-files');
    const key = (await cache.keys()).find(({ url }) => /\/assets\/main\.\w+\.js$/.test(url)) as Request;
    const kept = (await cache.match(key)) as Response;
    await cache.put(key, new Response(await kept.arrayBuffer(), { headers: { ...Object.fromEntries(kept.headers), 'x-poison': 'yes' } }));
    return key.url;
  });
  await line.cut();
  // Instead of the changed script, the browser may have the script from an earlier visit.
  const given = await visitor.evaluate(
    (url) =>
      fetch(url).then(
        ({ headers }) => headers.get('x-poison'),
        () => null,
      ),
    script,
  );
  expect(given).toBeNull();
  await line.restore();
  await waitForStoredPortal(visitor);
  expect(await visitor.evaluate(async (url) => (await caches.match(url))?.headers.get('x-poison') ?? 'none', script)).toBe('none');
});
