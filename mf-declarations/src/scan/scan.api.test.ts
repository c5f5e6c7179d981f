import type { Api } from '@portal/web-kit';
import { check } from './scan.api.ts';

const verifyToken = jest.fn();
jest.mock('@portal/web-kit', () => ({ asProblem: (error: unknown) => error, eq: (fieldName: string, value: string) => ({ fieldName, values: [value] }) }));
jest.mock('@portal/web-kit/scan', () => ({
  tokenIn: (text: string) => /[\w-]+\.[\w-]+\.[\w-]+$/.exec(text)?.[0],
  verifyToken: (token: string) => verifyToken(token),
}));

const answering = (get: () => unknown): Api => ({ get: jest.fn(async () => get()) }) as unknown as Api;
const failing = (status: number): Api => answering(() => Promise.reject({ status }));
const link = 'https://portal.example/v/aaa.bbb.ccc';

beforeEach(() => verifyToken.mockReset());

describe('a scanned code', () => {
  it('shows the answer of the service and links to the document', async () => {
    const api = answering(() => ({ genuine: true, kind: 'arrival-declaration', reference: 'ARR-2026-0000001', screen: '/other/traveller/declaration/view/1' }));
    expect(await check(api, link)).toMatchObject({ verdict: 'genuine', screen: '/other/traveller/declaration/view/1' });
    expect(verifyToken).not.toHaveBeenCalled();
  });

  it.each([0, 502, 503])('is checked by its signature on this device when the service is unavailable (%i)', async (status) => {
    verifyToken.mockResolvedValue({ genuine: true, reference: 'ARR-2026-0000001' });
    expect(await check(failing(status), link)).toMatchObject({ verdict: 'genuine', offline: true, reference: 'ARR-2026-0000001' });
  });

  it('cannot be checked offline before the keys are loaded', async () => {
    verifyToken.mockResolvedValue({ genuine: false, reason: 'keys' });
    expect(await check(failing(0), link)).toMatchObject({ verdict: 'unknown', genuine: false });
  });

  it('is not genuine when the service or the signature refuses it', async () => {
    verifyToken.mockResolvedValue({ genuine: false, reason: 'signature' });
    expect(
      await check(
        answering(() => ({ genuine: false })),
        link,
      ),
    ).toMatchObject({ verdict: 'notGenuine' });
    expect(await check(failing(0), link)).toMatchObject({ verdict: 'notGenuine' });
    expect(await check(failing(400), link)).toMatchObject({ verdict: 'notGenuine' });
  });
});

describe('a typed reference', () => {
  it('opens its document, and is no proof that a paper is genuine', async () => {
    const api = answering(() => ({ records: [{ id: '7' }], totalRecords: 1 }));
    expect(await check(api, 'dep 2026 3')).toMatchObject({
      verdict: 'found',
      genuine: false,
      kind: 'departure-declaration',
      reference: 'DEP-2026-0000003',
      screen: '/other/departure/declaration/view/7',
    });
  });

  it('opens the group that has it, of arrivals or of departures', async () => {
    const group = { id: '9', kind: 'departure-group', reference: 'GRP-2026-0000004', date: '2026-11-23T00:00:00', url: '/other/departure/declaration/group/9' };
    const post = jest.fn(async (_path: string, _body: unknown) => ({ records: [group] }));
    const api = { post } as unknown as Api;
    expect(await check(api, 'grp 2026 4')).toMatchObject({ verdict: 'found', kind: 'departure-group', screen: group.url });
    expect(post).toHaveBeenCalledWith('/v1/lookup', { text: 'GRP-2026-0000004' }, { inNobodysName: true });
    // The search also returns references that only contain the text. Such a group is not the one that was typed.
    expect(await check(api, 'grp 2026 40')).toMatchObject({ verdict: 'notFound' });
    expect(await check({ post: () => Promise.reject(new Error('lost')) } as unknown as Api, 'grp 2026 4')).toMatchObject({ verdict: 'failed' });
  });

  it('can be unknown or malformed, and the lookup can fail', async () => {
    expect(
      await check(
        answering(() => ({ records: [], totalRecords: 0 })),
        'ARR-2026-9',
      ),
    ).toMatchObject({ verdict: 'notFound' });
    expect(await check(failing(0), 'ARR-2026-9')).toMatchObject({ verdict: 'failed' });
    expect(await check(failing(0), 'hello')).toMatchObject({ verdict: 'notFound' });
  });
});
