import { testBackends } from '@portal/service-kit/testing';
import type { UserName } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

describe.each(testBackends())('the number of trips that wait on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const count = async (user: UserName, movement = ''): Promise<number> =>
    (await desk().call<{ count: number }>(user, 'GET', `/v1/triptic/trip/waiting${movement && `?movement=${movement}`}`)).body.count;
  const counts = async (user: UserName): Promise<number[]> => [await count(user, 'E'), await count(user, 'I'), await count(user)];

  it('counts the requested list', async () => {
    const [e = 0, i = 0] = await counts('trip-verifier');
    await desk().lead('SUBMITTED', 'E');
    await desk().lead('SUBMITTED', 'I');
    await desk().lead('SUBMITTED', 'I');
    expect(await counts('trip-verifier')).toEqual([e + 1, i + 2, e + i + 3]);
  });

  it('distinguishes a step of one movement from the end of the other', async () => {
    const before = await counts('trip-border');
    await desk().lead('CONFIRMED FOR EXIT', 'I');
    expect(await counts('trip-border')).toEqual(before);
    await desk().lead('CONFIRMED FOR EXIT', 'E');
    expect(await count('trip-border', 'E')).toBe((before[0] ?? 0) + 1);
  });

  it('counts what the roles and agencies of an officer allow', async () => {
    const chief = await counts('customs-chief');
    await desk().lead('SUBMITTED', 'E');
    expect(await counts('customs-chief')).toEqual(chief);
    await desk().lead('SUBMITTED', 'I');
    expect(await count('customs-chief', 'I')).toBe((chief[1] ?? 0) + 1);
    expect(await counts('cashier')).toEqual([0, 0, 0]);
  });

  it('does not count what another officer must decide', async () => {
    const { id } = (await desk().register('public', 'TIBI')).body.model;
    const before = await count('customs-chief', 'I');
    await desk().act('customs-chief', id, 'verification');
    await desk().pay(id, 'permit');
    expect(await desk().statusOf(id)).toBe('PAID FOR APPROVAL');
    expect(await count('customs-chief', 'I')).toBe(before - 1);
  });
});
