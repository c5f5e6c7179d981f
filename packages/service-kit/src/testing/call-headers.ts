/** For tests only: the headers that authenticate another service. */
import { type CallHeaders, CallTokens } from '../auth/call-tokens.ts';
import { type Environment, loadSettings, ServiceSettings } from '../settings/settings.ts';

/**
 * Returns the headers of a call from one service to another in a development portal.
 * @param env settings of the called service; its DATA_DIR holds the keys
 */
export const callHeaders = async ({ DATA_DIR }: Environment, from: string, to: string): Promise<CallHeaders> =>
  (await CallTokens.open(loadSettings(ServiceSettings, { DATA_DIR }), from)).headers(to);
