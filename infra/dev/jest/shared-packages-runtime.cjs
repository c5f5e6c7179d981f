/**
 * Jest's module loader, with one difference: Node loads installed packages, once per worker. Jest would load them again for every test file,
 * which took a quarter of the time of a file that starts a service. The project's own files are compiled once,
 * and still loaded again for each test file.
 */
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const installed = `${path.sep}node_modules${path.sep}`;
const load = createRequire(__filename);

/** Compiled functions of the project's files. Every test file calls them again, so that it has its own modules. */
const compiled = new Map();

function compiledOnce(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.call;
  const call = vm.compileFunction(source, parameters, { filename });
  compiled.set(filename, { source, call });
  return call;
}

class SharedPackagesRuntime extends JestRuntime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    this.shares = environment.global === globalThis;
    if (!this.shares) return;
    const { executor } = this.cjsLoader;
    executor.compile = (source, filename) => compiledOnce(source, filename, executor.injectedModuleParameters);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (this.shares && moduleName && !options?.isInternalModule && !isBuiltin(moduleName)) {
      const file = this._resolution.resolveCjs(from, moduleName);
      if (file.includes(installed)) return load(file);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
