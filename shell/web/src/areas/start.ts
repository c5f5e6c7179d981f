import { removePrerenderedArea } from '../prerendered-area.ts';
import { ownerOf } from '../registry.ts';
import { areaStatus } from './status.ts';

/** Preloads the code that runs areas. If it cannot be loaded, `needAreas` reports the failure. */
export const fetchAreas = (): void => void import(/* webpackChunkName: "area-host" */ './applications.ts').catch(() => undefined);

async function run(): Promise<void> {
  const { startAreas } = await import(/* webpackChunkName: "area-host" */ './applications.ts');
  startAreas();
}

let running: Promise<void> | undefined;

/**
 * Starts the code that runs areas, when the first area is entered: the shell's own pages need neither single-spa nor the federation runtime. If the script
 * cannot be loaded, the area's panel says so and offers to try again.
 */
export function startAreaHost(): void {
  if (running) return;
  running = run().catch(failed);
}

function failed(error: unknown): void {
  running = undefined;
  const area = ownerOf(location.pathname);
  if (!area) return;
  removePrerenderedArea();
  areaStatus.set({
    name: area.name,
    phase: 'failed',
    reason: error instanceof Error ? error.message : String(error),
    kept: false,
    retry: () => {
      areaStatus.set({ name: area.name, phase: 'loading' });
      startAreaHost();
    },
  });
}
