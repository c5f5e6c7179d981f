import { toCallerHeaders } from './headers.ts';

const added = { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'cache-control': 'no-store' };

describe('the headers of an answer', () => {
  it('are what the gateway says unless the service knows better', () => {
    expect(toCallerHeaders({ 'cache-control': 'private', 'content-type': 'text/plain' }, added)).toEqual({
      ...added,
      'cache-control': 'private',
      'content-type': 'text/plain',
    });
  });

  it('hold nothing that is only between gateway and service', () => {
    const headers = toCallerHeaders(
      { connection: 'close', 'keep-alive': 'timeout=72', 'set-cookie': ['a=1'], server: 'inside', 'x-frame-options': 'ALLOWALL' },
      added,
    );
    expect(headers).toEqual(added);
  });

  it('let our own pages frame a stored file, and nobody else', () => {
    const own = "default-src 'none'; frame-ancestors 'self'";
    expect(toCallerHeaders({ 'content-security-policy': own }, added)).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'content-security-policy': own });
  });

  it.each(['frame-ancestors *', "frame-ancestors 'self' https://elsewhere.example", "default-src 'self'"])('stay closed to frames for %s', (policy) => {
    expect(toCallerHeaders({ 'content-security-policy': policy }, added)['x-frame-options']).toBe('DENY');
  });
});
