/** For tests only: checks a service against the expectations of the remotes (`mf-*\/contracts/mf-*-svc-*.json`, Pact). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Verifier } from '@pact-foundation/pact';

type Values = Record<string, string | number>;

export interface ContractStates {
  [state: string]: (parameters: Record<string, string>) => Promise<Values | undefined>;
}

/** Returns the paths of the contracts that remotes have with a service. */
export function contractsOf(service: string, root = process.cwd()): string[] {
  const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));
  return remotes.map((remote) => join(root, remote, 'contracts', `${remote}-${service}.json`)).filter(existsSync);
}

/**
 * Sends every request of the contracts to a running service.
 * @param token returns the `Authorization` header of a user that a contract names
 * @param states set up the preconditions of a request; the values that they return go into its path and body
 * @throws Error with every difference between the expected and the actual response
 */
export async function verifyContracts(service: string, url: string, token: (user: string) => Promise<string>, states: ContractStates): Promise<void> {
  const contracts = contractsOf(service);
  if (contracts.length === 0) throw new Error(`No remote has a contract with ${service}: mf-*/contracts/mf-*-${service}.json`);
  let authorization = '';
  const handlers: ContractStates = {
    ...states,
    'somebody signed in': async ({ user }) => {
      authorization = await token(user as string);
      return undefined;
    },
  };
  const verifier = new Verifier({
    provider: service,
    providerBaseUrl: url,
    pactUrls: contracts,
    logLevel: 'error',
    beforeEach: async () => {
      authorization = '';
    },
    requestFilter: (request, _response, next) => {
      if (authorization) request.headers.authorization = authorization;
      next();
    },
    stateHandlers: Object.fromEntries(Object.entries(handlers).map(([state, bring]) => [state, (given: unknown) => bring((given ?? {}) as never)])) as never,
  });
  await verifier.verifyProvider().catch((error: Error) => {
    throw new Error(`${service} is not what its remotes expect:\n${differences(error).join('\n')}`);
  });
}

/** Returns the differences that Pact found, one line each, from the report in its error message. */
function differences(error: Error): string[] {
  try {
    const { errors } = JSON.parse(error.message) as { errors: { interaction: string; mismatch: { mismatches?: { mismatch: string; path?: string }[] } }[] };
    return errors.flatMap(({ interaction, mismatch }) =>
      (mismatch.mismatches ?? []).map((one) => `  - ${interaction.replace(/^Verifying a pact between /, '')}: ${one.path ?? ''} ${one.mismatch}`),
    );
  } catch {
    return [error.message];
  }
}
