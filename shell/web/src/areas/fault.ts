import type { Stage } from '../telemetry/notes.ts';
import { TimeoutError } from './timeout.ts';

/** An area failed, in this step. */
class AreaFault extends Error {
  constructor(
    readonly stage: Stage,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A script that did not come; the bundler's own error of this kind names the address in the same way. */
export class ScriptFault extends Error {
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

/** Runs one step of an area; what it throws, at once or later, says which step it was. */
export async function step<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AreaFault(stage, error);
  }
}

/** The browser does not tell a script that did not come from one it refused; one that can be had now was refused. */
async function refusedOrMissing(script: string): Promise<Stage> {
  const response = await fetch(script, { method: 'HEAD' }).catch(() => undefined);
  return response?.ok ? 'integrity' : 'entry';
}

/** The step that an error of an area belongs to. */
export async function stageOf(error: unknown): Promise<Stage> {
  if (error instanceof TimeoutError) return 'timeout';
  const { stage, cause } = error instanceof AreaFault ? error : { stage: 'render' as const, cause: error };
  const { request } = (cause ?? {}) as { request?: string };
  return request ? refusedOrMissing(request) : stage;
}
