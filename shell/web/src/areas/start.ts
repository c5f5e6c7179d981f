import { dropDrawnArea } from '../drawn.ts';
import { ownerOf } from '../registry.ts';
import { areaStatus } from './status.ts';

/** Loads what makes areas run; `needAreas` reports when it cannot be loaded. */
export const fetchAreas = (): void => void import(/* webpackChunkName: "area-host" */ './applications.ts').catch(() => undefined);

async function run(): Promise<void> {
  const { startAreas } = await import(/* webpackChunkName: "area-host" */ './applications.ts');
  startAreas();
}

let running: Promise<void> | undefined;

/**
 * Makes the areas run, at the first one that is entered: the page's own screens need neither single-spa nor the federation runtime. When
 * their script cannot be loaded, the area's panel says so and offers to try again.
 */
export function needAreas(): void {
  if (running) return;
  running = run().catch(failed);
}

function failed(error: unknown): void {
  running = undefined;
  const area = ownerOf(location.pathname);
  if (!area) return;
  dropDrawnArea();
  areaStatus.set({
    name: area.name,
    phase: 'failed',
    reason: error instanceof Error ? error.message : String(error),
    retry: () => {
      areaStatus.set({ name: area.name, phase: 'loading' });
      needAreas();
    },
  });
}
