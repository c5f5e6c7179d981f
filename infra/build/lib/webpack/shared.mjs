import { at, readJson } from '../paths.mjs';

/**
 * The modules that shell and remotes share at run time, loaded once: React and web-kit.
 * Only the shell contains them, so a remote needs a shell with a compatible web-kit.
 */
/** @param {string} name @returns {string} */
const installed = (name) => readJson(at('node_modules', name, 'package.json')).version;
/** @returns {string} */
const kitVersion = () => readJson(at('packages/web-kit/package.json')).version;

/** A remote built with kit N also runs in a shell with kit N + 1: the shell is always deployed first. @param {string} version */
const kitRange = (version) => {
  const major = Number(version.split('.')[0]);
  return `>=${major}.0.0 <${major + 2}.0.0`;
};

/** Returns the shared modules as a remote consumes them: a remote contains none of them. */
export function shared() {
  /** @param {string} version @param {string} requiredVersion */
  const one = (version, requiredVersion) => ({ singleton: true, strictVersion: true, version, requiredVersion, import: /** @type {const} */ (false) });
  const react = installed('react');
  const reactDom = installed('react-dom');
  const adapter = installed('single-spa-react');
  const kit = kitVersion();
  return {
    react: one(react, `^${react}`),
    'react/jsx-runtime': one(react, `^${react}`),
    'react-dom': one(reactDom, `^${reactDom}`),
    'react-dom/client': one(reactDom, `^${reactDom}`),
    'single-spa-react': one(adapter, `^${adapter}`),
    '@portal/web-kit': one(kit, kitRange(kit)),
    '@portal/web-kit/forms': one(kit, kitRange(kit)),
    '@portal/web-kit/staff': one(kit, kitRange(kit)),
    '@portal/web-kit/media': one(kit, kitRange(kit)),
    '@portal/web-kit/scan': one(kit, kitRange(kit)),
  };
}
