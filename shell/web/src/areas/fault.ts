import type { Stage } from '../telemetry/notes.ts';
import { TimeoutError } from './timeout.ts';

/** The loading step in which an area failed. */
class AreaFault extends Error {
  constructor(
    readonly stage: Stage,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A script that failed to load; the bundler's own error for this has the address in the same property. */
export class ScriptFault extends Error {
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

/** Runs one step of an area; an error it throws, at once or later, is marked with the step. */
export async function step<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AreaFault(stage, error);
  }
}

/** The browser does not distinguish a failed script from a refused one: a script that can be fetched now was refused. */
async function refusedOrMissing(script: string): Promise<Stage> {
  const response = await fetch(script, { method: 'HEAD' }).catch(() => undefined);
  return response?.ok ? 'integrity' : 'entry';
}

/** The step in which an error of an area happened. */
export async function stageOf(error: unknown): Promise<Stage> {
  if (error instanceof TimeoutError) return 'timeout';
  const { stage, cause } = error instanceof AreaFault ? error : { stage: 'render' as const, cause: error };
  const { request } = (cause ?? {}) as { request?: string };
  return request ? refusedOrMissing(request) : stage;
}
