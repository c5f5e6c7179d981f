import { createGateway } from './index.ts';

/** The gateway as a process of its own, with its settings from the environment. */
try {
  const gateway = await createGateway(process.env);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void gateway.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
