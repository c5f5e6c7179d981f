import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import fc from 'fast-check';
import { at } from '../../build/lib/paths.mjs';
import { swcOptions } from '../../build/swc.mjs';

/**
 * The child process of a mutation run: runs the tests of one mutant after another, and reports after each mutant whether a test failed. Sources are compiled
 * once, with a switch at the place of each mutant, and executed again for each mutant; packages are loaded once. This takes milliseconds, where a test runner
 * takes a second. The process is started with `--conditions=source`, so that packages of this project resolve to their sources.
 *
 * Receives `{ switched: { "<file>": "<source with switches>" }, trials: [{ id, tests: ["<file>"] }] }`; sends `{ begun: id }`, `{ id, noticed: "<test>" |
 * undefined, message }`, and `{ done: true }`.
 */
const require = createRequire(import.meta.url);
const { transformSync } = require('@swc/core');
// This is the `expect` of Jest.
const { jestExpect } = createRequire(require.resolve('@jest/globals'))('@jest/expect');
const { jsc } = swcOptions();
const { useContainer } = createRequire(at('packages/contract-kit/src/fields.ts'))('class-validator');

/** Replaces the container of class-validator, which searches a growing list of all rules at each use. */
const rules = new WeakMap();
useContainer({ get: (/** @type {new () => object} */ Rule) => rules.get(Rule) ?? rules.set(Rule, new Rule()).get(Rule) });

/** Loads only a small part of the kit. All of it, with the web server and the database, would take longer than the tests. */
/** @type {Record<string, string | undefined>} */
const inPlaceOf = { '@portal/service-kit': at('infra/mutants/lib/service-kit.ts') };

// Every `expect` captures a stack trace, and most of these are never shown, so they are switched off.
Error.stackTraceLimit = 0;

/**
 * @typedef {{ run: Function, require: NodeJS.Require, found: Map<string, string> }} Unit a compiled file, and the files behind its imports
 * @typedef {{ title: string[], before: (() => unknown)[], after: (() => unknown)[] }} Around titles and hooks of a test
 * @typedef {(title: string, body: (...row: unknown[]) => unknown) => void} Declare `it` or `describe`
 * @typedef {Map<string, { exports: object }>} Modules loaded modules by file
 */

/** Sources with switches, by file. @type {Record<string, string | undefined>} */
let switched = {};
/** @type {Map<string, Unit>} */
const compiled = new Map();

/** @param {string} file @returns {Unit} */
function compile(file) {
  let unit = compiled.get(file);
  if (!unit) {
    const { code } = transformSync(switched[file] ?? readFileSync(file, 'utf8'), { filename: file, jsc, module: { type: 'commonjs' }, swcrc: false });
    unit = { run: vm.compileFunction(code, ['require', 'module', 'exports'], { filename: file }), require: createRequire(file), found: new Map() };
    compiled.set(file, unit);
  }
  return unit;
}

/** Returns the file to which an import resolves. @param {Unit} unit @param {string} file @param {string} name */
function find({ require, found }, file, name) {
  const target = found.get(name) ?? inPlaceOf[name] ?? (name.startsWith('.') ? path.resolve(path.dirname(file), name) : require.resolve(name));
  found.set(name, target);
  return target;
}

/** Loads a module of the project and what it imports, each once in `modules`. @param {string} file @param {Modules} modules @returns {object} */
function load(file, modules) {
  const loaded = modules.get(file);
  if (loaded) return loaded.exports;
  const unit = compile(file);
  const module = { exports: {} };
  modules.set(file, module);
  unit.run(
    (/** @type {string} */ name) => {
      const found = find(unit, file, name);
      return found.endsWith('.ts') ? load(found, modules) : unit.require(name);
    },
    module,
    module.exports,
  );
  return module.exports;
}

/** Collects the tests that files declare with `describe`, `it` and the hooks. @param {string[]} files */
function collect(files) {
  /** @type {{ title: string, run: () => unknown, around: Around }[]} */
  const tests = [];
  /** @type {Around} */
  let around = { title: [], before: [], after: [] };
  /** @type {Declare} */
  const it = (title, run) => {
    tests.push({ title: [...around.title, title].join(' › '), run, around });
  };
  /** @type {Declare} */
  const describe = (title, body) => {
    const outer = around;
    around = { title: [...outer.title, title], before: [...outer.before], after: [...outer.after] };
    body();
    around = outer;
  };
  /** @param {Declare} declare @returns {(rows: unknown[]) => Declare} */
  const each = (declare) => (rows) => (title, body) => {
    for (const row of rows) declare(`${title} (${JSON.stringify(row)})`, () => body(...(Array.isArray(row) ? row : [row])));
  };
  const test = Object.assign(it, { each: each(it) });
  Object.assign(globalThis, {
    expect: jestExpect,
    it: test,
    test,
    describe: Object.assign(describe, { each: each(describe) }),
    beforeEach: (/** @type {() => unknown} */ run) => around.before.push(run),
    afterEach: (/** @type {() => unknown} */ run) => around.after.push(run),
    beforeAll: (/** @type {() => unknown} */ run) => run(),
    afterAll: () => undefined,
  });
  /** @type {Modules} */
  const modules = new Map();
  for (const file of files) load(file, modules);
  return tests;
}

/** The duration in ms of each test when it last passed. Fast tests run first. */
const took = new Map();

/** Returns the first test that fails, or undefined. @param {string[]} files */
async function firstFailure(files) {
  // class-validator would otherwise keep the metadata of all earlier classes.
  Reflect.deleteProperty(globalThis, 'classValidatorMetadataStorage');
  // The same examples are used for every mutant, so that a run can be repeated.
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
    return { title, message: error instanceof Error ? String(error.stack) : String(error) };
  }
}

/** @param {import('./trials.mjs').TrialMessage} message */
const tell = (message) => process.send?.(message);

process.on('message', async (/** @type {import('./trials.mjs').Order} */ { switched: sources, trials }) => {
  switched = sources;
  for (const { id, tests } of trials) {
    tell({ begun: id });
    Object.assign(globalThis, { mutant: id });
    const failure = await firstFailure(tests);
    tell({ id, noticed: failure?.title, message: failure?.message });
  }
  tell({ done: true });
});
