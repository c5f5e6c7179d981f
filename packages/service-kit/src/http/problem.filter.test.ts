import type { FastifyReply, FastifyRequest } from 'fastify';
import { configureLog } from '../logging.ts';
import { answerProblem } from './problem.filter.ts';
import { forbidden, notFound, unauthenticated, unprocessable } from './problems.ts';

/** Returns the log lines of a call that is answered with an error. */
function linesOf(error: unknown, actor?: object): Record<string, unknown>[] {
  const lines: string[] = [];
  configureLog('info', undefined, { write: (line) => void lines.push(line) });
  const reply = { sent: false, raw: {}, header: () => reply, status: () => reply, send: () => reply } as unknown as FastifyReply;
  const request = {
    id: 'request-1',
    method: 'POST',
    url: '/v1/permits/0192f7a0-1111-7abc-8def-0123456789ab?name=Unmistakable',
    routeOptions: { url: '/v1/permits/:id' },
    raw: {},
    headers: {},
    query: {},
    actor,
  } as unknown as FastifyRequest;
  answerProblem(error, request, reply);
  return lines.map((line) => JSON.parse(line));
}

describe('the log of a service', () => {
  afterAll(() => configureLog('silent'));

  it('tells of a refused call who was refused what, by the pattern of its address', () => {
    const [line, ...more] = linesOf(forbidden(), { sub: 'border-officer', name: 'Unmistakable' });
    expect(line).toMatchObject({
      event: 'refused',
      user: 'border-officer',
      requestId: 'request-1',
      method: 'POST',
      route: '/v1/permits/:id',
      status: 403,
      time: expect.any(Number),
    });
    expect(more).toEqual([]);
    expect(JSON.stringify(line)).not.toMatch(/Unmistakable|0192f7a0/);
    expect(linesOf(unauthenticated())).toMatchObject([{ event: 'refused', user: null, status: 401 }]);
  });

  it('tells of a fault of its own, and not of the mistakes of callers', () => {
    expect(linesOf(new Error('broken'))).toMatchObject([{ level: 50, msg: 'request failed', err: { type: 'Error', message: 'broken' } }]);
    expect(linesOf(notFound('document'))).toEqual([]);
    expect(linesOf(unprocessable([{ code: 'CHOICE', field: 'x', message: 'wrong' }]))).toEqual([]);
  });

  it('has one line for each event, whatever text stands in it', () => {
    const [line, ...more] = linesOf(new Error('first\n{"level":30,"event":"sign-in","user":"admin"}\r\nlast'));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 50, msg: 'request failed' });
  });
});
