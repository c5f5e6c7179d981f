import type { AddressInfo } from 'node:net';
import { type Environment, gracefulShutdown } from '@portal/service-kit';
import { buildGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

export { GatewaySettings, gatewaySettings } from './settings.ts';

export interface RunningGateway {
  url: string;
  /** @param drainFor milliseconds; see `gracefulShutdown` */
  close(drainFor?: number): Promise<void>;
}

/**
 * Starts the gateway. The settings have the same names as the environment variables.
 * @throws SettingsError with every bad setting; an error with `code: 'EADDRINUSE'` when the port is taken
 */
export async function createGateway(environment: Environment): Promise<RunningGateway> {
  const settings = gatewaySettings(environment);
  const app = await buildGateway(settings);
  const ending = gracefulShutdown(app.server);
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw error;
  }
  const close = async (drainFor?: number): Promise<void> => {
    const ended = await ending(drainFor);
    await app.close().finally(ended);
  };
  const { port } = app.server.address() as AddressInfo;
  return { url: `${settings.tlsCertFile ? 'https' : 'http'}://${settings.host === '0.0.0.0' ? 'localhost' : settings.host}:${port}`, close };
}
