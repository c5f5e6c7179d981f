import type { Store } from '@portal/remotes';
import { PartStates, type RedisClient } from '@portal/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { GatewaySettings } from '../settings.ts';

interface Servers {
  settings: GatewaySettings;
  redis?: RedisClient;
  store: Pick<Store, 'readRegistry'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Lists what the gateway depends on besides the services, with a check of each: its sessions, the sign-in, and the store of the remotes. */
export const gatewayPartsOf = ({ settings, redis, store, log }: Servers): PartStates =>
  new PartStates(
    [
      { part: 'sessions', detail: redis ? 'redis' : 'embedded', check: async () => redis?.ping() },
      {
        part: 'sign-in',
        detail: 'openid',
        check: async () => {
          const issuer = (settings.oidcInternalUrl ?? settings.oidcIssuer).replace(/\/$/, '');
          const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(2_500) });
          await answer.body?.cancel();
          if (!answer.ok) throw new Error(`it answers ${answer.status}`);
        },
      },
      { part: 'remotes', detail: settings.remotesStore ? 's3' : 'folder', check: () => store.readRegistry() },
    ],
    (part, reason) => log.warn({ part, reason }, 'a part does not work'),
  );
