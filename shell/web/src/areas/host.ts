import { init } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import * as kit from '@portal/web-kit';
import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import * as singleSpaReact from 'single-spa-react';

/** Versions of the shared modules, inserted by the build. The build writes the versions with which publishing compares a remote from the same source. */
declare const SHARED_VERSIONS: Record<string, { version: string; requiredVersion: string }>;

type Load = () => Promise<object>;

/** Shared modules that the page has loaded already. */
const present: Record<string, object> = {
  react,
  'react/jsx-runtime': jsx,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'single-spa-react': singleSpaReact,
  '@portal/web-kit': kit,
};

/** Shared modules that are loaded when the first remote requests them. */
const fetched: Record<string, Load> = {
  '@portal/web-kit/forms': () => import(/* webpackChunkName: "form-screens" */ '@portal/web-kit/forms'),
  '@portal/web-kit/staff': () => import('@portal/web-kit/staff'),
  '@portal/web-kit/media': () => import('@portal/web-kit/media'),
  '@portal/web-kit/scan': () => import('@portal/web-kit/scan'),
};

/** Loads a module and then waits for the next task, so that the code that needs the module runs in a task of its own. */
async function withPause(load: Load): Promise<() => object> {
  const module = await load();
  await kit.nextTask();
  return () => module;
}

const entry = (name: string, source: { lib: () => object } | { get: () => Promise<() => object> }) => {
  const { version, requiredVersion } = SHARED_VERSIONS[name] as { version: string; requiredVersion: string };
  return [name, { version, scope: 'default', shareConfig: { singleton: true, requiredVersion }, ...source }];
};

/** The module federation runtime, with all modules that the page shares with remotes. Remotes do not bring a runtime: they get this one by name. */
export const host = init({
  name: 'portal_shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  plugins: [provideRuntime()],
  shared: Object.fromEntries([
    ...Object.entries(present).map(([name, module]) => entry(name, { lib: () => module })),
    ...Object.entries(fetched).map(([name, load]) => entry(name, { get: () => withPause(load) })),
  ]),
});
