import type { AddressInfo } from 'node:net';
import type { Environment } from '@portal/service-kit';
import { buildGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

export { GatewaySettings, gatewaySettings } from './settings.ts';

export interface RunningGateway {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the gateway with settings named as in the environment.
 * @throws SettingsError with every bad setting; an error with `code: 'EADDRINUSE'` when the port is taken
 */
export async function createGateway(environment: Environment): Promise<RunningGateway> {
  const settings = gatewaySettings(environment);
  const app = await buildGateway(settings);
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://${settings.host === '0.0.0.0' ? 'localhost' : settings.host}:${port}`, close: () => app.close() };
}
