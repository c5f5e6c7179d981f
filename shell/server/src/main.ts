import { drainMs } from '@portal/service-kit';
import { createGateway } from './index.ts';

/** Runs the gateway as its own process, with settings from the environment. */
try {
  const gateway = await createGateway(process.env);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void gateway.close(drainMs).then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
