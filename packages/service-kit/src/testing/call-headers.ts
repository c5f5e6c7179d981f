/** For tests only: the headers by which another service is known. */
import { type CallHeaders, CallTokens } from '../auth/call-tokens.ts';
import { type Environment, loadSettings, ServiceSettings } from '../settings/settings.ts';

/**
 * The headers of a call from one service to another in a development portal.
 * @param env settings of the service that is called; its DATA_DIR has the keys
 */
export const callHeaders = async ({ DATA_DIR }: Environment, from: string, to: string): Promise<CallHeaders> =>
  (await CallTokens.open(loadSettings(ServiceSettings, { DATA_DIR }), from)).headers(to);
