import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { FileAdapter } from './file-adapter.ts';

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/** What of an ID token says which sign-in it came from. */
interface Hint {
  aud?: string;
  sub?: string;
  auth_time?: number;
}

function decode(token: string): Hint | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Hint;
  } catch {
    return undefined;
  }
}

/**
 * Sign-out asked for by the portal with an ID token of the session: no second question, and the session ends even when
 * the call comes from the portal's server without the browser's cookies. Everything else takes the provider's own way.
 */
export function endSessionByHint(provider: Provider, sessions: FileAdapter): Middleware {
  return async (ctx, next) => {
    const hintText = ctx.path === '/session/end' && ctx.method === 'GET' ? ctx.query.id_token_hint : undefined;
    const hint = typeof hintText === 'string' ? decode(hintText) : undefined;
    const client = hint?.aud ? await provider.Client.find(hint.aud) : undefined;
    if (typeof hintText !== 'string' || !hint || !client) {
      return next();
    }
    try {
      await provider.IdToken.validate(hintText, client);
    } catch {
      return next();
    }
    for (const session of sessions.all()) {
      if (session.accountId === hint.sub && session.loginTs === hint.auth_time && session.jti) {
        await sessions.destroy(String(session.jti));
      }
    }
    const target = ctx.query.post_logout_redirect_uri;
    ctx.set('cache-control', 'no-store');
    if (typeof target === 'string' && client.postLogoutRedirectUriAllowed(target)) {
      ctx.status = 303;
      ctx.redirect(target);
    } else {
      ctx.redirect('./end/success');
    }
  };
}
