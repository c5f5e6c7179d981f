import { outOfDate } from './out-of-date.mjs';
import { failuresOf, mutatedFiles, soundTrials } from './trials.mjs';

it('the tests that must notice mutants pass where there is none', async () => {
  const trials = soundTrials(mutatedFiles());
  expect(trials.length).toBeGreaterThan(2);
  expect([...(await failuresOf(trials, {}, 300_000)).values()]).toEqual([]);
});

it('the patches that take rows of the specification away fit the rows and the sources', () => {
  expect(outOfDate()).toEqual([]);
});
