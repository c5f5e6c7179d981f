import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import { swcOptions } from '../../build/swc.mjs';
import { at } from '../../dev/lib/root.mjs';

/**
 * The child process of a mutation run: runs the tests of one mutant after the other and tells after each whether a test noticed it.
 * Sources are compiled once, with a switch at the place of each mutant, and run anew for each; packages are loaded once. That takes
 * milliseconds where a test runner takes a second. Started with `--conditions=source`, so that packages of this project are their sources.
 *
 * Is sent `{ switched: { "<file>": "<source with switches>" }, trials: [{ id, tests: ["<file>"] }] }`; sends `{ begun: id }`,
 * `{ id, noticed: "<test>" | undefined, message }`, and `{ done: true }`.
 */
const require = createRequire(import.meta.url);
const { transformSync } = require('@swc/core');
// What the test runner itself gives to tests.
const { jestExpect } = createRequire(require.resolve('@jest/globals'))('@jest/expect');
const { jsc } = swcOptions();
const { useContainer } = createRequire(at('packages/contract-kit/src/fields.ts'))('class-validator');

/** class-validator's own container keeps every rule there ever was in a list and searches it at each use. */
const rules = new WeakMap();
useContainer({ get: (Rule) => rules.get(Rule) ?? rules.set(Rule, new Rule()).get(Rule) });

/** All of the kit, with the web server and the database, would take longer to load than the tests to run. */
const inPlaceOf = { '@portal/service-kit': at('infra/mutants/lib/service-kit.ts') };

// Every `expect` takes a stack; of most nothing is ever said.
Error.stackTraceLimit = 0;

let switched = {};
const compiled = new Map();

function compile(file) {
  if (!compiled.has(file)) {
    const { code } = transformSync(switched[file] ?? readFileSync(file, 'utf8'), { filename: file, jsc, module: { type: 'commonjs' }, swcrc: false });
    compiled.set(file, { run: vm.compileFunction(code, ['require', 'module', 'exports'], { filename: file }), require: createRequire(file), found: new Map() });
  }
  return compiled.get(file);
}

function find({ require, found }, file, name) {
  if (!found.has(name)) found.set(name, inPlaceOf[name] ?? (name.startsWith('.') ? path.resolve(path.dirname(file), name) : require.resolve(name)));
  return found.get(name);
}

/** Loads a module of the project and what it imports, each once in `registry`. */
function load(file, registry) {
  if (registry.has(file)) return registry.get(file).exports;
  const unit = compile(file);
  const module = { exports: {} };
  registry.set(file, module);
  unit.run(
    (name) => {
      const found = find(unit, file, name);
      return found.endsWith('.ts') ? load(found, registry) : unit.require(name);
    },
    module,
    module.exports,
  );
  return module.exports;
}

/** What a test file says with `describe`, `it` and the hooks. */
function collect(files) {
  const tests = [];
  let around = { title: [], before: [], after: [] };
  const it = (title, run) => tests.push({ title: [...around.title, title].join(' › '), run, around });
  const describe = (title, body) => {
    const outer = around;
    around = { title: [...outer.title, title], before: [...outer.before], after: [...outer.after] };
    body();
    around = outer;
  };
  const each = (declare) => (rows) => (title, body) => {
    for (const row of rows) declare(`${title} (${JSON.stringify(row)})`, () => body(...(Array.isArray(row) ? row : [row])));
  };
  it.each = each(it);
  describe.each = each(describe);
  Object.assign(globalThis, {
    expect: jestExpect,
    it,
    test: it,
    describe,
    beforeEach: (run) => around.before.push(run),
    afterEach: (run) => around.after.push(run),
    beforeAll: (run) => run(),
    afterAll: () => undefined,
  });
  const registry = new Map();
  for (const file of files) load(file, registry);
  return tests;
}

/** Milliseconds that each test took when it last passed: the quick ones are asked first. */
const took = new Map();

/** The first test that fails, or undefined. */
async function firstFailure(files) {
  // class-validator keeps what it knows of every class there ever was.
  delete globalThis.classValidatorMetadataStorage;
  // The same examples for every mutant: a run says the same tomorrow.
  fc.configureGlobal({ seed: 20261122, endOnFailure: true });
  let title = 'loading';
  try {
    const tests = collect(files).sort((a, b) => (took.get(a.title) ?? 0) - (took.get(b.title) ?? 0));
    for (const test of tests) {
      title = test.title;
      const began = performance.now();
      for (const run of test.around.before) await run();
      await test.run();
      for (const run of test.around.after) await run();
      took.set(title, Math.round(performance.now() - began));
    }
    return undefined;
  } catch (error) {
    return { title, message: String(error?.stack ?? error) };
  }
}

process.on('message', async ({ switched: sources, trials }) => {
  switched = sources;
  for (const { id, tests } of trials) {
    process.send({ begun: id });
    globalThis.mutant = id;
    const failure = await firstFailure(tests);
    process.send({ id, noticed: failure?.title, message: failure?.message });
  }
  process.send({ done: true });
});
