/** Runs one service alone, without any load. */
import type { Environment } from '@portal/service-kit';
import { serve } from '../part.ts';

let running: { url: string; close(): Promise<void> };

const functions = {
  async start(name: string, env: Environment): Promise<string> {
    running = name === 'gateway' ? await (await import('shell/server')).createGateway(env) : await (await import(name)).createService(env);
    return running.url;
  },
  end: () => running?.close(),
};
export type IdleServicePart = typeof functions;
serve(functions);
