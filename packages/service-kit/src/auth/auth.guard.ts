import { applyDecorators, type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth } from '@nestjs/swagger';
import { knownLanguages, L } from '@portal/contract-kit';
import type { FastifyRequest } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { forbidden, unauthenticated, unavailable } from '../http/problems.ts';
import { matchLanguage } from '../languages/languages.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { StaffAccounts } from '../work/staff-accounts.ts';
import { type Actor, type Call, hasRole, publicActor } from './actor.ts';
import { CallTokens } from './call-tokens.ts';

/** Route metadata: the roles of which a caller needs one. */
export const rolesKey = 'portal:roles';
const internalKey = 'portal:internal';

/** Decorator: the caller needs one of these roles. A route without the decorator is open to everyone, and the service decides what the caller may do. */
export const Roles = (...roles: string[]): MethodDecorator & ClassDecorator => applyDecorators(SetMetadata(rolesKey, roles), ApiBearerAuth());
/** Decorator: only the services listed in CALLERS may call this route, each with its own token (`X-Internal-Token`). */
export const Internal = (): MethodDecorator & ClassDecorator => SetMetadata(internalKey, true);

type Request = FastifyRequest & { actor?: Actor; caller?: string };

/**
 * The algorithms with which a provider may sign its tokens: current algorithms with a key pair. Tokens with another algorithm are refused, even where a
 * published key would match.
 */
export const tokenAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : []);

/** Verifies access tokens (`typ: at+jwt`, for this portal's audience) against the provider's keys, and caches each verified token for at most five minutes. */
@Injectable()
export class TokenVerifier {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private readonly known = new Map<string, { actor: Actor; until: number }>();

  constructor(private readonly settings: ServiceSettings) {
    this.keys = createRemoteJWKSet(new URL(settings.oidcJwksUrl), { cooldownDuration: 5_000 });
  }

  async actorOf(token: string): Promise<Actor> {
    const hit = this.known.get(token);
    if (hit && hit.until > Date.now()) return hit.actor;
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        issuer: this.settings.oidcIssuer,
        audience: this.settings.oidcAudience,
        // RFC 9068: ID tokens and logout tokens are signed with the same key but are not access tokens.
        typ: 'at+jwt',
        algorithms: tokenAlgorithms,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: 120,
      });
      const actor: Actor = Object.freeze({
        sub: String(payload.sub),
        userName: String(payload.preferred_username ?? payload.sub),
        name: String(payload.name ?? payload.sub),
        email: String(payload.email ?? ''),
        phone: String(payload.phone_number ?? ''),
        roles: texts(payload.roles),
        agencies: texts(payload.agencies),
        ...(typeof payload.acr === 'string' ? { acr: payload.acr } : {}),
        ...(typeof payload.auth_time === 'number' ? { signedInAt: payload.auth_time } : {}),
      });
      if (this.known.size > 5_000) this.known.clear();
      this.known.set(token, { actor, until: Math.min((payload.exp ?? 0) * 1000, Date.now() + 300_000) });
      return actor;
    } catch (error) {
      // The library's generic error means that the provider's key URL answered with something other than keys.
      if (['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes((error as { code?: string }).code ?? '') || error instanceof TypeError)
        throw unavailable(L('Sign-in cannot be checked just now', 'De momento não é possível verificar a sessão'));
      throw unauthenticated(L('Your sign-in has ended. Sign in again.', 'A sua sessão terminou. Inicie sessão novamente.'));
    }
  }
}

/** What the decorators of a route demand of its callers. */
interface RouteRights {
  internal: boolean;
  roles: readonly string[];
}

/** Authenticates the caller, and rejects callers without a required role. */
@Injectable()
export class AuthGuard implements CanActivate {
  /** What each route demands, by controller and by method. The result is cached, because decorators do not change while the service runs. */
  private readonly rights = new WeakMap<object, WeakMap<object, RouteRights>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly calls: CallTokens,
    private readonly accounts: StaffAccounts,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { internal, roles } = this.rightsOf(context);
    if (internal) {
      return this.calls.callerOf(request.headers['x-internal-token'], request.raw.socket.remoteAddress).then((caller) => {
        request.caller = caller;
        return true;
      });
    }
    const header = request.headers.authorization;
    if (!header) return this.admit(request, publicActor, roles);
    const [, token] = /^bearer +(\S+) *$/i.exec(header) ?? [];
    // A caller who sends other credentials does not want to act as nobody.
    if (token === undefined) throw unauthenticated();
    return (
      this.tokens
        .actorOf(token)
        // A caller who is refused has perhaps lost the roles of a stored account.
        .then((actor) => this.accounts.seen(actor).then(() => this.admit(request, actor, roles)))
    );
  }

  private rightsOf(context: ExecutionContext): RouteRights {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    // Several controllers may inherit the same handler, so controller and handler together are the key.
    const ofController = this.rights.get(controller) ?? new WeakMap<object, RouteRights>();
    this.rights.set(controller, ofController);
    const known = ofController.get(handler);
    if (known) return known;
    const targets = [handler, controller];
    const rights = {
      internal: this.reflector.getAllAndOverride<boolean | undefined>(internalKey, targets) === true,
      roles: this.reflector.getAllAndOverride<string[] | undefined>(rolesKey, targets) ?? [],
    };
    ofController.set(handler, rights);
    return rights;
  }

  private admit(request: Request, actor: Actor, roles: readonly string[]): true {
    request.actor = actor;
    if (roles.length) requireRole(actor, ...roles);
    return true;
  }
}

/** Checks that the actor has one of the roles. @throws 401 for the public, 403 for a signed-in caller without any of the roles */
export function requireRole(actor: Actor, ...roles: string[]): void {
  if (hasRole(actor, ...roles)) return;
  throw actor.sub === null ? unauthenticated() : forbidden();
}

/** Returns the name of the service that calls a route marked `Internal`; undefined on all other routes. */
export const callerOf = (request: FastifyRequest): string | undefined => (request as Request).caller;

/** Returns the call with everything that the services need to know about it. */
export function callOf(request: FastifyRequest): Call {
  const key = request.headers['idempotency-key'];
  // `?language=pt` is for URLs that a browser opens without our headers: prints, downloads, images.
  const asked = (request.query as { language?: unknown } | undefined)?.language ?? request.headers['accept-language'];
  const tags = knownLanguages().map(({ tag }) => tag);
  const language = matchLanguage(String(asked ?? ''), tags) ?? 'en';
  return {
    actor: (request as Request).actor ?? publicActor,
    requestId: String(request.id),
    language,
    idempotencyKey: typeof key === 'string' && key.length > 0 ? key : undefined,
    method: request.method,
    path: request.url.split('?')[0] as string,
  };
}

/** Controller parameter: the caller and the request. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => callOf(context.switchToHttp().getRequest<FastifyRequest>()));
