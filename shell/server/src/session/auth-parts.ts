import type { AreaTokens } from '../areas/area-tokens.ts';
import type { GatewayMetrics } from '../observe/gateway-metrics.ts';
import type { GatewaySettings } from '../settings.ts';
import type { SessionGuard } from './guard.ts';
import type { SignInProvider } from './provider.ts';
import type { SessionStore } from './session-store.ts';
import type { Sessions } from './sessions.ts';

/** What sign-in and sign-out use. */
export interface AuthParts {
  settings: GatewaySettings;
  sessions: Sessions;
  store: SessionStore;
  provider: SignInProvider;
  guard: SessionGuard;
  areas: AreaTokens;
  metrics: GatewayMetrics;
}
