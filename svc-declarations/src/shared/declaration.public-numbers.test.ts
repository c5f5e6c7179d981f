import 'reflect-metadata';
import type { PublicNumbers } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { arrival, departure, useDesk } from '../testing/desk.ts';

const [[, makeBackend]] = testBackends() as [[string, Parameters<typeof useDesk>[0]]];
type Answer = { model: PublicNumbers; errors?: { code: string }[] };

describe('the public numbers', () => {
  const { desk } = useDesk(makeBackend);
  it('do not exist unless the setting is on', async () => {
    const { status, body } = await desk().call<Answer>('public', 'GET', '/v1/public-numbers');
    expect([status, body.errors?.[0]?.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the public numbers, with the setting', () => {
  const { desk } = useDesk(makeBackend, { PUBLIC_NUMBERS: 'on' });
  it('are of days that are over, and may be kept for a minute', async () => {
    for (const path of [arrival, departure]) await desk().register(path);
    const { status, body, headers } = await desk().call<Answer>('public', 'GET', '/v1/public-numbers');
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(body.model).toEqual({ from: expect.any(String), to: expect.any(String), registered: null, onTime: null });
    expect((Date.parse(body.model.to) - Date.parse(body.model.from)) / 86_400_000).toBe(6);
    expect(Date.parse(body.model.to)).toBeLessThan(Date.now());
  });
});
