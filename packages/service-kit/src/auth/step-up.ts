import { L } from '@portal/contract-kit';
import { ProblemError } from '../http/problems.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import type { Actor } from './actor.ts';

/** Seconds by which the clocks of the identity provider and the service may differ. */
const tolerance = 120;

/**
 * Requires that an officer whose decision needs two officers has signed in recently, in one of the ways listed in STEP_UP_ACR.
 * @throws 401 STEP_UP_REQUIRED with the challenge of RFC 9470: the page sends the officer to `/auth/login?stepUp`
 */
export function requireStepUp(
  actor: Pick<Actor, 'acr' | 'signedInAt' | 'isPortal'>,
  { stepUpAcr, stepUpMinutes }: Pick<ServiceSettings, 'stepUpAcr' | 'stepUpMinutes'>,
  now: Date,
): void {
  const wanted = (stepUpAcr ?? '')
    .split(',')
    .map((acr) => acr.trim())
    .filter((acr) => acr && acr !== 'none');
  if (!wanted.length || actor.isPortal) return;
  const age = now.getTime() / 1000 - (actor.signedInAt ?? 0);
  if (wanted.includes(actor.acr ?? '') && age < stepUpMinutes * 60 + tolerance) return;
  const message = L(
    'Confirm who you are before you decide: sign in again with your second factor',
    'Confirme a sua identidade antes de decidir: inicie sessão novamente com o segundo fator',
  );
  const challenge = `Bearer error="insufficient_user_authentication", acr_values="${wanted.join(' ')}", max_age=${stepUpMinutes * 60}`;
  throw new ProblemError(401, [{ code: 'STEP_UP_REQUIRED', field: '', message }], { challenge });
}
