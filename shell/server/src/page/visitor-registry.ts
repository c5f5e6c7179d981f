import type { FastifyReply, FastifyRequest } from 'fastify';
import { choiceCookieName, readChoiceCookie } from '../reader-choices.ts';
import type { GatewaySettings } from '../settings.ts';
import { BUCKET_COOKIE, bucketOf, newBucket } from './canary.ts';
import type { Registry, RegistryState } from './registry.ts';

const BUCKET_DAYS = 180;

const knownBucket = (request: FastifyRequest): number | undefined => bucketOf(readChoiceCookie(request.cookies, BUCKET_COOKIE));

/** Chooses the registry for a visitor. While a canary runs, a cookie keeps it the same on every following page. */
export class VisitorRegistry {
  constructor(
    private readonly registry: Pick<Registry, 'current'>,
    private readonly settings: Pick<GatewaySettings, 'publicUrl'>,
  ) {}

  /** Returns the registry for a visitor whose cookie may be missing. Sets no cookie. */
  peek(request: FastifyRequest): Promise<RegistryState> {
    return this.registry.current(knownBucket(request));
  }

  /** Returns the registry for a visitor, and sets the cookie when it is needed and missing. */
  async forPage(request: FastifyRequest, reply: FastifyReply): Promise<RegistryState> {
    const known = knownBucket(request);
    const state = await this.registry.current(known);
    if (known !== undefined || !state.personal) {
      return state;
    }
    const { publicUrl } = this.settings;
    const bucket = newBucket();
    void reply.setCookie(choiceCookieName(BUCKET_COOKIE, publicUrl), String(bucket), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: BUCKET_DAYS * 86_400,
    });
    return this.registry.current(bucket);
  }
}
