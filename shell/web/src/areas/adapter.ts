import { currentLanguage } from '@portal/web-kit';
import { renewKept } from '../offline/register.ts';
import { takeDocument } from '../page-data.ts';
import { takePrerenderedArea } from '../prerendered-area.ts';
import { areaToLoad, isStopped, refreshOldRegistry, refreshRegistry, registry } from '../registry.ts';
import { errorName, recordEvent } from '../telemetry/notes.ts';
import { transportOf } from './clients.ts';
import { stageOf, step } from './fault.ts';
import { forgetArea, type Lifecycles, loadArea } from './loader.ts';
import { areaStatus } from './status.ts';
import { listenForStops, stopListening } from './stops.ts';
import { withTimeout } from './timeout.ts';

/** Time limit in ms from entering an area to its first screen. After it the visitor sees a message instead of an empty page. */
const MOUNT_LIMIT = 6_000;
/** The same limit when the area's prerendered HTML is already in the page, so that the visitor can read meanwhile. */
const DRAWN_LIMIT = 15_000;
const UNMOUNT_LIMIT = 1_000;
/** Time in ms between the closing of a stopped area and its unmounting. Meanwhile the last keystrokes are stored in the draft. */
const LAST_KEYS_MS = 300;
const REGISTRY_LIMIT = 1_500;

interface Mounted {
  lifecycles: Lifecycles;
  props: object;
}

/**
 * Returns the area's application for single-spa. All three steps end at once and never fail: the area is loaded, started and stopped in the background, so that
 * an area that hangs or throws does not affect the header, the other areas or the navigation.
 */
export function areaAdapter(name: string) {
  let box: HTMLElement | undefined;
  let mounted: Mounted | undefined;
  /** The last requested version. Another version may be deployed while this one runs. */
  let version = 'none';
  /** Counts entries, retries and exits; results that belong to an older number are ignored. */
  let turn = 0;
  /** Whether operators have stopped the area; the registry says so, also while the area is on the screen. */
  let closed = false;
  let unsubscribe: (() => void) | undefined;

  /** @param kept whether what was typed before this attempt is kept */
  async function start(attempt: number, drawn?: HTMLElement, kept = false): Promise<void> {
    const mine = ++turn;
    const stillWanted = () => mine === turn;
    const target = drawn ?? document.createElement('div');
    if (!drawn) box?.replaceChildren(target);
    if (box) box.hidden = false;
    try {
      await withTimeout(drawn ? DRAWN_LIMIT : MOUNT_LIMIT, bringUp(target, attempt, stillWanted, Boolean(drawn)), name);
      if (stillWanted()) succeed();
    } catch (error) {
      if (stillWanted()) fail(error, attempt, kept);
    }
  }

  async function bringUp(target: HTMLElement, attempt: number, stillWanted: () => boolean, prerendered: boolean): Promise<void> {
    if (attempt > 0) await withTimeout(REGISTRY_LIMIT, refreshRegistry(), 'the registry').catch(() => undefined);
    const area = await step('entry', () => areaToLoad(name));
    // If another version was deployed meanwhile, its scripts must not hydrate this HTML.
    const stillFits = prerendered && area.version === box?.dataset.version;
    if (prerendered && !stillFits) target.replaceChildren();
    version = String(area.version);
    const loaded = await step('entry', () => loadArea(area, attempt));
    const { lifecycles } = loaded;
    if (!stillWanted()) return;
    const props = {
      name,
      domElement: target,
      prerendered: stillFits,
      api: area.api,
      transport: transportOf(name, area.api),
      language: currentLanguage(),
      document: takeDocument(name, currentLanguage()),
      onCrash: (error: unknown, kept: boolean) => stillWanted() && fail(error, attempt, kept),
    };
    if (!loaded.started) await step('bootstrap', () => lifecycles.bootstrap(props));
    loaded.started = true;
    if (!stillWanted()) return;
    await step('mount', () => lifecycles.mount(props));
    if (stillWanted()) mounted = { lifecycles, props };
    else await stop({ lifecycles, props });
  }

  function succeed(): void {
    areaStatus.set({ name, phase: 'ready' });
    recordEvent({ kind: 'load', area: name, version });
  }

  function fail(error: unknown, attempt: number, kept: boolean): void {
    turn += 1;
    const attempted = { kind: 'load', area: name, version } as const;
    void stageOf(error).then((stage) => recordEvent({ ...attempted, failed: stage }));
    forgetArea(name);
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Area ${name} failed: ${reason}`);
    void stop(mounted);
    mounted = undefined;
    box?.replaceChildren();
    areaStatus.set({
      name,
      phase: 'failed',
      reason,
      kept,
      retry: () => {
        areaStatus.set({ name, phase: 'loading' });
        void start(attempt + 1, undefined, kept);
      },
    });
  }

  async function stop(what: Mounted | undefined): Promise<void> {
    if (!what) return;
    try {
      await withTimeout(UNMOUNT_LIMIT, Promise.resolve(what.lifecycles.unmount(what.props)), `leaving ${name}`);
    } catch (error) {
      forgetArea(name);
      recordEvent({ kind: 'error', area: name, version, name: errorName(error) });
      console.warn(`Area ${name} did not stop: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Closes the area or opens it again, as the registry says. While it is closed, the shell shows a panel in its place. */
  function follow(): void {
    if (!box || isStopped(name) === closed) return;
    closed = !closed;
    renewKept();
    if (!closed) {
      areaStatus.set({ name, phase: 'loading' });
      void start(0);
      return;
    }
    turn += 1;
    const leaving = mounted;
    const screen = [...box.children];
    mounted = undefined;
    box.hidden = true;
    void (async () => {
      await new Promise((done) => setTimeout(done, LAST_KEYS_MS));
      await stop(leaving);
      // The area may have been stopped because its code is faulty, so it is loaded anew the next time.
      forgetArea(name);
      for (const element of screen) element.remove();
    })();
  }

  return {
    bootstrap: async () => undefined,
    mount: async () => {
      const drawn = takePrerenderedArea({ name, version: String(registry.get()?.areas.find((area) => area.name === name)?.version) }, currentLanguage());
      box = drawn?.box ?? document.createElement('div');
      box.dataset.area = name;
      if (!drawn) document.getElementById('area-root')?.append(box);
      closed = isStopped(name);
      box.hidden = closed;
      unsubscribe = registry.subscribe(follow);
      listenForStops();
      if (!closed) {
        areaStatus.set({ name, phase: 'loading', drawn: Boolean(drawn) });
        void start(0, drawn?.target);
      }
      // The next entry loads the version that is deployed then. The current entry does not wait for it.
      void refreshOldRegistry().catch(() => undefined);
    },
    unmount: async () => {
      unsubscribe?.();
      stopListening();
      turn += 1;
      const leaving = mounted;
      mounted = undefined;
      await stop(leaving);
      box?.remove();
      box = undefined;
      if (areaStatus.get()?.name === name) areaStatus.set(undefined);
    },
  };
}
