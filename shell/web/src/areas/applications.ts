import { addErrorHandler, getAppNames, registerApplication, start } from 'single-spa';
import { ownerOf, registry } from '../registry.ts';
import { areaAdapter } from './adapter.ts';

function registerNew(): void {
  for (const { name } of registry.get()?.areas ?? []) {
    if (getAppNames().includes(name)) continue;
    registerApplication({ name, app: async () => areaAdapter(name), activeWhen: ({ pathname }) => ownerOf(pathname)?.name === name });
  }
}

/** Registers one adapter per deployed area, including areas deployed while the page is open. */
export function startAreas(): void {
  addErrorHandler((error) => console.error(`Area ${error.appOrParcelName}: ${error.message}`));
  registerNew();
  registry.subscribe(registerNew);
  start({ urlRerouteOnly: true });
}
