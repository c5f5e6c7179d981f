import { maskPath } from './logging.ts';

describe('a path in a log line', () => {
  it.each([
    ['/other/departure/declaration/view/0192f7a0-1111-7abc-8def-0123456789ab?x=1', '/other/departure/declaration/view/:id'],
    ['/api/declarations/v1/departure/declaration/0192f7a0-1111-7abc-8def-0123456789ab/2/version', '/api/declarations/v1/departure/declaration/:id/2/version'],
    ['/api/declarations/v1/traveller/declaration/find?q=%7B%22passport%22', '/api/declarations/v1/traveller/declaration/find'],
    ['/v/eyJhbGciOiJFZERTQSJ9.eyJrIjoi.c2ln', '/v/:token'],
    ['/api/licences/v1/verify/eyJhbGciOiJFZERTQSJ9.eyJrIjoidHJpcHRpYy10cmlwIn0.c2lnbmF0dXJl', '/api/licences/v1/verify/:id'],
    ['/api/x/%30192f7a0-1111-7abc', '/api/x/:id'],
    ['/eservice/traveller/declaration/search', '/eservice/traveller/declaration/search'],
    ['/assets/main.0a1b2c3d.js', '/assets/main.0a1b2c3d.js'],
  ])('%s is %s', (path, masked) => {
    expect(maskPath(path)).toBe(masked);
  });
});
