import { targetCell } from './report.ts';

describe('the target of a row', () => {
  it('is at least a rate and at most anything else, as a value or as a ratio to the baseline', () => {
    expect(targetCell({ ours: 50, limit: 100, unit: '/s', target: { ratio: 0.5 } })).toBe('at least 0.5 x');
    expect(targetCell({ ours: 60, unit: 'ms', target: { value: 60 } })).toBe('at most 60 ms');
    expect(targetCell({ ours: 97, unit: '%', target: { value: 97, least: true } })).toBe('at least 97 %');
    expect(targetCell({ ours: 1, unit: 'ms' })).toBe('');
  });

  it('says where it is missed', () => {
    expect(targetCell({ ours: 24_195, unit: 'rows/s', target: { value: 40_000 } })).toBe('**missed: at least 40,000 rows/s**');
    expect(targetCell({ ours: 5.3, limit: 2, unit: 'ms', target: { ratio: 2, value: 60 } })).toBe('**missed: at most 2 x and 60 ms**');
    expect(targetCell({ ours: 142, unit: '', target: { value: 143, least: true } })).toBe('**missed: at least 143**');
  });
});
