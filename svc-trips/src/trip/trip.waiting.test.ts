import type { UserName } from '../testing/bodies.ts';
import { describeTrips } from '../testing/desk.ts';

describeTrips('the number of trips that wait', (at) => {
  const count = async (user: UserName, movement = ''): Promise<number> =>
    (await at.desk.call<{ count: number }>(user, 'GET', `/v1/triptic/trip/waiting${movement && `?movement=${movement}`}`)).body.count;
  const counts = async (user: UserName): Promise<number[]> => [await count(user, 'E'), await count(user, 'I'), await count(user)];

  it('is that of the list asked for', async () => {
    const [e = 0, i = 0] = await counts('trip-verifier');
    await at.desk.lead('SUBMITTED', 'E');
    await at.desk.lead('SUBMITTED', 'I');
    await at.desk.lead('SUBMITTED', 'I');
    expect(await counts('trip-verifier')).toEqual([e + 1, i + 2, e + i + 3]);
  });

  it('tells a status that is a step of one movement from the end of the other', async () => {
    const before = await counts('trip-border');
    await at.desk.lead('CONFIRMED FOR EXIT', 'I');
    expect(await counts('trip-border')).toEqual(before);
    await at.desk.lead('CONFIRMED FOR EXIT', 'E');
    expect(await count('trip-border', 'E')).toBe((before[0] ?? 0) + 1);
  });

  it('holds what the roles and agencies of an officer allow', async () => {
    const chief = await counts('customs-chief');
    await at.desk.lead('SUBMITTED', 'E');
    expect(await counts('customs-chief')).toEqual(chief);
    await at.desk.lead('SUBMITTED', 'I');
    expect(await count('customs-chief', 'I')).toBe((chief[1] ?? 0) + 1);
    expect(await counts('cashier')).toEqual([0, 0, 0]);
  });

  it('leaves out what another officer must decide', async () => {
    const { id } = (await at.desk.register('public', 'TIBI')).body.model;
    const before = await count('customs-chief', 'I');
    await at.desk.act('customs-chief', id, 'verification');
    await at.desk.pay(id, 'permit');
    expect(await at.desk.statusOf(id)).toBe('PAID FOR APPROVAL');
    expect(await count('customs-chief', 'I')).toBe(before - 1);
  });
});
