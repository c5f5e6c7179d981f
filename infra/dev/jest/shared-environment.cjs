/**
 * Runs test files with the global object of the process, so that the installed packages, which are loaded once for all files (see
 * shared-packages-runtime.cjs), have the same Error, Array and Promise as the tests. After each file it restores the global object,
 * the environment variables and process.exit. A file that changes built-in prototypes needs a global object of its own:
 * `@jest-environment node`.
 */
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const propertiesOf = (object) => new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]));

function putBack(object, properties) {
  for (const key of Reflect.ownKeys(object)) if (!properties.has(key)) Reflect.deleteProperty(object, key);
  for (const [key, property] of properties) if (property.configurable) Object.defineProperty(object, key, property);
}

class SharedEnvironment {
  constructor({ projectConfig: config }) {
    const global = globalThis;
    this.before = { globals: propertiesOf(global), variables: { ...process.env }, exit: process.exit };
    this.conditions = config.testEnvironmentOptions.customExportConditions;
    this.global = global;
    this.moduleMocker = new ModuleMocker(global);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    putBack(globalThis, this.before.globals);
    for (const name of Object.keys(process.env)) if (!(name in this.before.variables)) delete process.env[name];
    Object.assign(process.env, this.before.variables);
    process.exit = this.before.exit;
  }

  exportConditions() {
    return this.conditions;
  }

  /** Jest refuses to load a file without one; shared-packages-runtime.cjs does not use it. */
  getVmContext() {
    return {};
  }
}

module.exports = SharedEnvironment;
