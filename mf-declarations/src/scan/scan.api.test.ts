import type { Api } from '@portal/web-kit';
import { check } from './scan.api.ts';

const verifyToken = jest.fn();
jest.mock('@portal/web-kit', () => ({ asProblem: (error: unknown) => error }));
jest.mock('@portal/web-kit/scan', () => ({
  tokenIn: (text: string) => /[\w-]+\.[\w-]+\.[\w-]+$/.exec(text)?.[0],
  verifyToken: (token: string) => verifyToken(token),
}));

const judging = (verdict: object): Api => ({ post: jest.fn(async () => ({ warnings: [], decisions: [], ...verdict })) }) as unknown as Api;
const failing = (status: number): Api => {
  const fail = () => Promise.reject({ status });
  return { get: fail, post: fail } as unknown as Api;
};
const link = 'https://portal.example/v/aaa.bbb.ccc';
const arrival = { finding: 'GENUINE', kind: 'arrival-declaration', reference: 'ARR-2026-0000001' };

beforeEach(() => verifyToken.mockReset());

describe('a scanned code', () => {
  it('shows whose it is and the lane, as far as the service tells it to this officer, and links to the document', async () => {
    const facts = { name: 'ANA COSTA', lane: 'RED', screen: '/other/traveller/declaration/view/1' };
    const api = judging({ ...arrival, ...facts, warnings: ['RED_LANE', 'WRONG_DAY'], travellerCode: 'P1' });
    expect(await check(api, link)).toMatchObject({ verdict: 'genuine', ...facts });
    expect(api.post).toHaveBeenCalledWith('/v1/gate/check', { text: 'aaa.bbb.ccc' }, { inNobodysName: true });
    const told = await check(judging(arrival), link);
    expect([told.verdict, told.name, told.lane, told.screen]).toEqual(['genuine', undefined, undefined, undefined]);
    expect(verifyToken).not.toHaveBeenCalled();
  });

  it('is out of date if the declaration was changed after the code was issued', async () =>
    expect(await check(judging({ ...arrival, warnings: ['RED_LANE', 'OUT_OF_DATE'] }), link)).toMatchObject({ verdict: 'superseded', genuine: true }));

  it('is of no declaration if the register no longer has it', async () =>
    expect(await check(judging({ ...arrival, warnings: ['NOT_IN_REGISTER'] }), link)).toMatchObject({ verdict: 'missing', genuine: true }));

  it('of a document of another area is genuine, and of another document, with and without a connection', async () => {
    const trip = { kind: 'triptic-trip', reference: 'TRP-2026-0000003' };
    expect(await check(judging({ finding: 'GENUINE', ...trip, warnings: ['ANOTHER_DOCUMENT'] }), link)).toMatchObject({ verdict: 'another', ...trip });
    for (const signed of [{ genuine: true }, { genuine: false, reason: 'expired' }]) {
      verifyToken.mockResolvedValue({ ...signed, ...trip });
      expect(await check(failing(0), link)).toMatchObject({ verdict: 'another', ...trip });
    }
    const leaving = { finding: 'GENUINE', kind: 'departure-declaration', warnings: ['ANOTHER_DOCUMENT'] };
    expect(await check(judging(leaving), link)).toMatchObject({ verdict: 'genuine' });
  });

  it('of a group leads to the group for which it was issued, as the service says, and not to one that has the same reference', async () => {
    const [screen, issuedAt] = ['/other/traveller/declaration/group/9', '2026-05-01T10:00:00'];
    const judged = { finding: 'GENUINE', warnings: [], kind: 'arrival-group', reference: 'GRP-2026-0000004' };
    const post = jest.fn(async (path: string) => (path === '/v1/lookup' ? { records: [{ ...judged, id: '8', url: '/another' }] } : judged));
    const get = jest.fn(async (): Promise<object> => ({ genuine: true, issuedAt, screen }));
    const api = { get, post } as unknown as Api;
    const genuine = { verdict: 'genuine', genuine: true, kind: 'arrival-group', reference: 'GRP-2026-0000004', issuedAt };
    expect(await check(api, link)).toEqual({ ...genuine, screen });
    expect(get).toHaveBeenCalledWith('/v1/verify/aaa.bbb.ccc', { inNobodysName: true });
    get.mockResolvedValue({ genuine: true, issuedAt, standing: { code: 'NOT_IN_REGISTER' } });
    expect(await check(api, link)).toEqual({ ...genuine, verdict: 'missing', screen: undefined });
  });

  it.each([0, 401, 502, 503])('is checked by its signature on this device when the service gives no answer (%i)', async (status) => {
    verifyToken.mockResolvedValue({ genuine: true, kind: 'arrival-declaration', reference: 'ARR-2026-0000001', lane: 'RED' });
    expect(await check(failing(status), link)).toMatchObject({ verdict: 'genuine', offline: true, reference: 'ARR-2026-0000001', lane: 'RED' });
  });

  it('cannot be checked offline before the keys are loaded', async () => {
    verifyToken.mockResolvedValue({ genuine: false, reason: 'keys' });
    expect(await check(failing(0), link)).toMatchObject({ verdict: 'unknown', genuine: false });
  });

  it('is not genuine when the service or the signature refuses it', async () => {
    verifyToken.mockResolvedValue({ genuine: false, reason: 'signature' });
    for (const finding of ['NOT_GENUINE', 'NOT_FOUND']) expect(await check(judging({ finding }), link)).toMatchObject({ verdict: 'notGenuine' });
    expect(await check(failing(0), link)).toMatchObject({ verdict: 'notGenuine' });
    expect(await check(failing(400), link)).toMatchObject({ verdict: 'notGenuine' });
  });
});

it.each([403, 429, 500])('a refusal of the service (%i) is no lost connection, whatever is asked', async (status) => {
  for (const text of [link, 'ARR-2026-9', 'GRP-2026-4']) await expect(check(failing(status), text)).rejects.toEqual({ status });
});

describe('a typed reference', () => {
  it('shows whose it is and the lane, links to its document, and is no proof that a paper is genuine', async () => {
    const facts = { kind: 'arrival-declaration', reference: 'ARR-2026-0000003', name: 'ANA COSTA', lane: 'RED', screen: '/other/traveller/declaration/view/7' };
    const api = judging({ finding: 'TYPED', ...facts, warnings: ['RED_LANE', 'TYPED'] });
    expect(await check(api, 'arr 2026 3')).toMatchObject({ verdict: 'found', genuine: false, ...facts });
    expect(api.post).toHaveBeenCalledWith('/v1/gate/check', { text: 'ARR-2026-0000003' }, { inNobodysName: true });
  });

  it('opens the group that has it, of arrivals or of departures', async () => {
    const group = { id: '9', kind: 'departure-group', reference: 'GRP-2026-0000004', date: '2026-11-23T00:00:00', url: '/other/departure/declaration/group/9' };
    const post = jest.fn(async (_path: string, _body: unknown) => ({ records: [group] }));
    const api = { post } as unknown as Api;
    expect(await check(api, 'grp 2026 4')).toMatchObject({ verdict: 'found', kind: 'departure-group', screen: group.url });
    expect(post).toHaveBeenCalledWith('/v1/lookup', { text: 'GRP-2026-0000004' }, { inNobodysName: true });
    // The search also returns references that only contain the text. Such a group is not the one that was typed.
    expect(await check(api, 'grp 2026 40')).toMatchObject({ verdict: 'notFound' });
    expect(await check(failing(0), 'grp 2026 4')).toMatchObject({ verdict: 'failed' });
  });

  it('can be unknown or malformed, and the lookup can fail', async () => {
    const reference = 'ARR-2026-0000009';
    expect(await check(judging({ finding: 'NOT_FOUND', reference }), 'ARR-2026-9')).toMatchObject({ verdict: 'notFound', reference });
    expect(await check(failing(0), 'ARR-2026-9')).toMatchObject({ verdict: 'failed', reference });
    expect(await check(failing(0), 'hello')).toMatchObject({ verdict: 'notFound' });
  });
});
