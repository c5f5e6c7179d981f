import { problemErrors } from '../components/page-error.ts';
import { noteDraft, noteKeeping } from '../draft/keeping.ts';
import { asProblem, networkProblem, problemFrom, retryAfterSeconds } from './problem.ts';

const headers = (more: Record<string, string> = {}) => ({ get: (name: string) => more[name] ?? null });

describe('a refusal', () => {
  it('is read from a problem document', () => {
    const problem = problemFrom(
      422,
      JSON.stringify({
        type: 'about:blank',
        title: 'Unprocessable',
        status: 422,
        requestId: 'r-1',
        errors: [
          { code: 'REQUIRED', field: 'flightDetails.code', message: 'Enter the flight' },
          { code: 'DATE', field: 'expiryDate' },
        ],
      }),
      headers({ 'x-request-id': 'r-0' }),
    );
    expect(problem).toMatchObject({ status: 422, title: 'Unprocessable', requestId: 'r-1', code: 'REQUIRED', message: 'Enter the flight', retryable: false });
    expect(problem.errors[1]).toEqual({ code: 'DATE', field: 'expiryDate', message: 'DATE' });
    expect([problem.has('DATE'), problem.has('CHOICE')]).toEqual([true, false]);
  });

  it('of a page that has been open for too long is told from a missing right', () => {
    const body = JSON.stringify({ status: 403, errors: [{ code: 'FORBIDDEN', field: '', message: 'Reload the page' }] });
    const expired = problemFrom(403, body, headers({ 'x-area-refused': 'expired' }));
    expect(problemErrors(expired, 'en')).toEqual([{ code: 'PAGE_EXPIRED', message: 'This page has been open for too long. Reload it and try again.' }]);
    expect(problemFrom(403, body, headers({ 'x-area-refused': 'foreign' })).pageExpired).toBe(false);
  });

  it('says the server’s reason for a long wait, and that one may try again after a short one', () => {
    const refused = (seconds: string) =>
      problemFrom(
        429,
        JSON.stringify({ errors: [{ code: 'TOO_MANY_REQUESTS', message: 'This document was changed 20 times today' }] }),
        headers({ 'retry-after': seconds }),
      );
    expect(problemErrors(refused('36000'), 'en')[0]?.message).toBe('This document was changed 20 times today');
    expect(problemErrors(refused('3'), 'en')[0]?.message).toBe('Too many requests. Wait a moment and try again.');
  });

  it('of a decision that asks who decides leads to the sign-in and back to the page', () => {
    const refused = problemFrom(
      401,
      JSON.stringify({ status: 401, errors: [{ code: 'STEP_UP_REQUIRED', field: '', message: 'Confirm who you are' }] }),
      headers(),
    );
    Object.assign(globalThis, { location: { pathname: '/licenser/professional/1', search: '?mode=approval' } });
    expect(problemErrors(refused, 'en')).toEqual([
      { code: 'STEP_UP_REQUIRED', message: 'Confirm who you are', href: '/auth/login?stepUp&returnTo=%2Flicenser%2Fprofessional%2F1%3Fmode%3Dapproval' },
    ]);
    Reflect.deleteProperty(globalThis, 'location');
  });

  it('carries who was there first, for a stale version', () => {
    const current = { version: 4, by: 'Officer', at: '2026-03-27T10:00:00Z' };
    expect(problemFrom(409, JSON.stringify({ title: 'Conflict', errors: [{ code: 'STALE_VERSION' }], current }), headers())).toMatchObject({
      code: 'STALE_VERSION',
      current,
    });
  });

  it.each(['<html><h1>502 Bad Gateway</h1></html>', '', '"words"', 'null', '[]', '{"errors":"none","title":7}', '{"errors":[null,"x"]}'])(
    'whose body is %j says what its status means',
    (body) => {
      const problem = problemFrom(503, body, headers({ 'retry-after': '7', 'x-request-id': 'r-2' }));
      expect(problem).toMatchObject({ status: 503, title: 'HTTP 503', errors: [], code: 'UNAVAILABLE', retryAfter: 7, requestId: 'r-2', retryable: true });
      expect(problemErrors(problem, 'en')).toEqual([{ code: 'UNAVAILABLE', message: expect.not.stringContaining('502') }]);
    },
  );

  it.each([
    [401, 'UNAUTHENTICATED', false],
    [403, 'FORBIDDEN', false],
    [404, 'NOT_FOUND', false],
    [429, 'TOO_MANY_REQUESTS', true],
    [500, 'FAILED', false],
    [502, 'FAILED', true],
    [504, 'FAILED', true],
  ])('%d is %s; to be tried again: %s', (status, code, retryable) => expect(problemFrom(status, '', headers())).toMatchObject({ code, retryable }));
});

describe('a lost network', () => {
  it('is told in the reader’s language and may be tried again', () => {
    expect(networkProblem()).toMatchObject({ status: 0, code: 'NETWORK', retryable: true });
    const [line] = problemErrors(networkProblem(), 'en');
    const [linha] = problemErrors(networkProblem(), 'pt');
    expect(line?.message).toBeTruthy();
    expect(linha?.message).not.toBe(line?.message);
  });

  it('is told with the words that the answers are kept only where the page has a draft and the browser keeps it', () => {
    const said = () => problemErrors(networkProblem(), 'en').map(({ message }) => message);
    expect(said()).toEqual(['No connection. Check your connection and try again.']);
    const noteGone = noteDraft();
    expect(said()).toEqual([expect.stringContaining('Your answers are kept')]);
    noteKeeping(false);
    expect(said()).toEqual(['No connection. Check your connection and try again.']);
    noteKeeping(true);
    noteGone();
    expect(said()).toEqual(['No connection. Check your connection and try again.']);
  });
});

it('a form that was sent before with other answers says so in the reader’s language, and not what the key of the call was used for', () => {
  const conflict = problemFrom(409, JSON.stringify({ errors: [{ code: 'IDEMPOTENCY_CONFLICT', message: 'This Idempotency-Key was used' }] }), headers());
  expect(problemErrors(conflict, 'en').map(({ message }) => message)).toEqual([expect.stringMatching(/^You have sent this form before/)]);
  expect(problemErrors(conflict, 'pt').map(({ message }) => message)).toEqual([expect.stringMatching(/^Já enviou este formulário/)]);
});

it('anything thrown is a problem, a problem itself stays', () => {
  const problem = networkProblem();
  expect(asProblem(problem)).toBe(problem);
  expect(asProblem(new TypeError('broken'))).toMatchObject({ status: -1, title: 'broken', retryable: false });
  expect(asProblem('words')).toMatchObject({ title: 'words' });
});

it.each([
  [null, undefined],
  ['', undefined],
  ['5', 5],
  [' 0 ', 0],
  ['Fri, 27 Mar 2026 10:00:09 GMT', 9],
  ['Fri, 27 Mar 2026 09:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After %j is %j seconds', (header, seconds) => expect(retryAfterSeconds(header, Date.UTC(2026, 2, 27, 10))).toBe(seconds));
