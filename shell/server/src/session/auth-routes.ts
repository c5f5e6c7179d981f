import type { FastifyInstance } from 'fastify';
import { apiPolicy } from '../security-headers.ts';
import type { AuthParts } from './auth-parts.ts';
import { newSecret } from './encryption.ts';
import { SignIn } from './sign-in.ts';
import { SignOut } from './sign-out.ts';

/** `/auth/*`: sign-in, sign-out and the current session. */
export async function authRoutes(app: FastifyInstance, parts: AuthParts): Promise<void> {
  const signIn = new SignIn(parts);
  const signOut = new SignOut(parts);

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
  });

  // A form without script sends the CSRF token in its body.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  // A sign-out needs no body, so a body with the content type JSON is accepted and ignored, even when it is empty.
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 8192 }, (_request, _body, done) => done(null, null));

  app.get('/auth/session', async (request, reply) => {
    await parts.guard.load(request, reply);
    const session = request.portalSession;
    return session
      ? { user: session.user, roles: session.roles, agencies: session.agencies, csrfToken: session.csrfToken }
      : { user: null, roles: [], agencies: [], csrfToken: newSecret() };
  });

  app.get<{ Querystring: { returnTo?: string; stepUp?: string } }>('/auth/login', (request, reply) => signIn.login(request, reply));
  app.get<{ Querystring: { state?: string; error?: string } }>('/auth/callback', (request, reply) => signIn.callback(request, reply));

  app.post('/auth/logout', (request, reply) => signOut.signOut(request, reply, false));
  app.post('/auth/logout-everywhere', (request, reply) => signOut.signOut(request, reply, true));
  app.post<{ Body: { logout_token?: string } | null }>('/auth/backchannel-logout', (request, reply) => signOut.byProvider(request, reply));

  app.get('/auth/sessions', (request, reply) => signOut.ownSessions(request, reply));
  app.delete<{ Params: { id: string } }>('/auth/sessions/:id', (request, reply) => signOut.endOne(request, reply));
}
