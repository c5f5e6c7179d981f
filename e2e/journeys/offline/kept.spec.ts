import { expect, type Page } from '@playwright/test';
import { aVisitor } from '../../answers/arrival.ts';
import { storedDrafts } from '../../support/draft.ts';
import { test } from '../../support/offline.ts';
import { keptItems, sendNow, signOffline } from '../../support/waiting.ts';

/** Returns the whole content of the device's store as text, and whether its key can be exported. */
const stored = (page: Page): Promise<{ text: string; key: string }> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const database = await done(indexedDB.open('portal-device'));
    const transaction = database.transaction(['items', 'keys']);
    const [items, [key]] = await Promise.all([
      done(transaction.objectStore('items').getAll() as IDBRequest<{ id: string; kind: string; data: ArrayBuffer }[]>),
      done(transaction.objectStore('keys').getAll() as IDBRequest<CryptoKey[]>),
    ]);
    database.close();
    const letters = (data: ArrayBuffer): string => Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('');
    const exported = await crypto.subtle.exportKey('raw', key as CryptoKey).then(
      () => 'exported',
      () => 'refused',
    );
    return { text: items.map(({ id, kind, data }) => `${id} ${kind} ${letters(data)}`).join('\n'), key: exported };
  });

test('what waits on the device is encrypted there with a key that no script can read out; a refusal is shown with its reason and kept, also after a reload; "Clear this device" beside it deletes all of it', async ({
  visitor,
  line,
}) => {
  const traveller = aVisitor();
  await line.cut();
  await signOffline(visitor, traveller);
  const { text, key } = await stored(visitor);
  expect(text).toContain('waiting');
  expect(text).not.toMatch(new RegExp(`${traveller.passport}|MARIA|QG500|Hotel|passport|arrivalDate`, 'i'));
  expect(key).toBe('refused');
  expect(JSON.stringify(await visitor.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toMatch(new RegExp(`${traveller.passport}|MARIA`, 'i'));

  await visitor
    .context()
    .route('**/api/declarations/v1/traveller/declaration/', (route) =>
      route.fulfill({ status: 422, json: { status: 422, errors: [{ code: 'CHOICE', field: 'originCode', message: 'Choose a country of the list' }] } }),
    );
  await line.restore();
  await sendNow(visitor, visitor.getByRole('heading', { name: 'It needs your answer' }));
  for (const again of [false, true]) {
    if (again) await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'It needs your answer' })).toBeVisible();
    await expect(visitor.getByText('Choose a country of the list')).toBeVisible();
  }
  expect(await visitor.evaluate(keptItems)).toBe(1);

  const clear = async () => {
    await visitor.getByRole('button', { name: 'Clear this device' }).click();
    await visitor.getByRole('alertdialog').getByRole('button', { name: 'Clear this device' }).click();
  };
  // The browser refuses once for each of the two databases, as it may when its storage is damaged.
  await visitor.evaluate(() => {
    const { clear } = IDBObjectStore.prototype;
    let refused = 0;
    IDBObjectStore.prototype.clear = () => {
      if (++refused === 2) IDBObjectStore.prototype.clear = clear;
      throw new DOMException('refused', 'UnknownError');
    };
  });
  await clear();
  await expect(visitor.getByRole('alert').getByText('Not everything could be deleted from this device')).toBeVisible();
  await clear();
  await expect(visitor.getByText('Your answers, details and codes are deleted')).toBeVisible();
  await expect(visitor.getByText('Nothing waits on this device.')).toBeVisible();
  expect(await visitor.evaluate(keptItems)).toBe(0);
  expect(await storedDrafts(visitor)).toEqual({ device: {}, session: {}, keys: [] });
  expect(await visitor.evaluate(() => caches.keys())).toEqual([]);
});

test('every try has the Idempotency-Key of the first, and answers that ask to try again are no refusal', async ({ visitor, line }) => {
  await line.cut();
  await signOffline(visitor, aVisitor());
  const keys: (string | null)[] = [];
  const statuses = [503, 429, 401, 500];
  await visitor.context().route('**/api/declarations/v1/traveller/declaration/', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    const status = statuses.shift();
    await (status ? route.fulfill({ status, json: { status, errors: [] } }) : route.continue());
  });
  await line.restore();
  await sendNow(visitor);
  expect(keys.length).toBeGreaterThanOrEqual(5);
  expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[\w-]{16,}$/)]);
});
