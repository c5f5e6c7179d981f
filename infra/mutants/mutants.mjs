import { readFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { findMutants, instrument } from './lib/find.mjs';
import { readAccepted, report } from './lib/report.mjs';
import { failuresOf, mutatedFiles, soundTrials } from './lib/trials.mjs';

/**
 * `npm run check -- mutants`: changes one rule of a contract or a workflow table at a time and runs the unit tests of its
 * service. A change that no test detects has survived. Survivors must be listed in docs/mutants.md with a reason.
 *
 *     node infra/mutants/mutants.mjs [part of a file's path or of a mutant's name …]
 */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

try {
  const began = Date.now();
  const mutated = mutatedFiles();
  const all = mutated
    .flatMap(({ file, tests }) => findMutants(file, readFileSync(at(file), 'utf8')).map((mutant) => ({ ...mutant, file, tests })))
    .map((mutant, index) => ({ ...mutant, id: index + 1 }));
  const switched = Object.fromEntries(
    mutated.map(({ file }) => [
      at(file),
      instrument(
        readFileSync(at(file), 'utf8'),
        all.filter((mutant) => mutant.file === file),
      ),
    ]),
  );
  const tried = all.filter(({ file, name }) => !wanted.length || wanted.some((part) => file.includes(part) || name.includes(part)));

  const broken = await failuresOf(soundTrials(tried), switched);
  if (broken.size) throw new Error(`Tests fail without any mutant:\n${[...broken.values()].map(({ test, message }) => `${test}: ${message}`).join('\n')}`);

  const noticed = await failuresOf(
    tried.map(({ id, tests }) => ({ id, tests: tests.map((file) => at(file)) })),
    switched,
  );
  const left = tried.filter(({ id }) => !noticed.has(id));
  process.exitCode = report({ tried, left, accepted: readAccepted(), whole: !wanted.length, seconds: (Date.now() - began) / 1000 });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
