import type { Stage } from '../telemetry/notes.ts';
import { TimeoutError } from './timeout.ts';

/** An error of an area, with the loading step in which it happened. */
class AreaFault extends Error {
  constructor(
    readonly stage: Stage,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Error of a script that failed to load. `request` is its address; the bundler's own error has the address in the same property. */
export class ScriptFault extends Error {
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

/** Runs one step of an area. An error that the step throws, at once or later, is marked with the step. */
export async function step<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AreaFault(stage, error);
  }
}

/** Returns whether a script was refused or could not be loaded. The browser does not distinguish the two: a script that can be fetched now was refused. */
async function refusedOrMissing(script: string): Promise<Stage> {
  const response = await fetch(script, { method: 'HEAD' }).catch(() => undefined);
  return response?.ok ? 'integrity' : 'entry';
}

/** Returns the step in which an error of an area happened. */
export async function stageOf(error: unknown): Promise<Stage> {
  if (error instanceof TimeoutError) return 'timeout';
  const { stage, cause } = error instanceof AreaFault ? error : { stage: 'render' as const, cause: error };
  const { request } = (cause ?? {}) as { request?: string };
  return request ? refusedOrMissing(request) : stage;
}
