/** One service alone, idle. */
import { serve } from '../lib/child.mjs';

let running;

serve({
  start: async (name, env) => {
    if (name === 'gateway') running = await (await import('shell/server')).createGateway(env);
    else running = await (await import(name)).createService(env);
    return running.url;
  },
  end: () => running?.close(),
});
