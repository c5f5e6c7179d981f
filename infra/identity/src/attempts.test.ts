import { Attempts } from './attempts.ts';

describe('wrong passwords', () => {
  it('slow the next answer for that name alone, up to a limit', () => {
    const attempts = new Attempts(250, 5000);
    expect(attempts.delay('ana')).toBe(0);
    const delays = [1, 2, 3, 4, 5, 6, 7].map(() => {
      attempts.failed('ana');
      return attempts.delay('ana');
    });
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(attempts.delay('bento')).toBe(0);
  });

  it('are forgotten after a right one', () => {
    const attempts = new Attempts();
    attempts.failed('ana');
    attempts.succeeded('ana');
    expect(attempts.delay('ana')).toBe(0);
  });
});
