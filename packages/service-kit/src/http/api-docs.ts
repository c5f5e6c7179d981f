/** Serves the OpenAPI document at `/docs/openapi.json`, and a page for developers at `/docs`. */
import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const found = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => hash(match[1] as string));

/** Returns the content security policy of the page: it allows the page's own files, and its few inline styles by their hashes. */
export function docsPolicy(html: string): string {
  const styles = [...found(html, /<style>(.*?)<\/style>/gs), ...found(html, / style="([^"]*)"/g)];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'unsafe-hashes' ${[...new Set(styles)].join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Calls that a reader tries out through the gateway use the reader's session. */
const withSession = async (request: { method?: string; url: string; headers: Record<string, string> }) => {
  if (request.method && request.method !== 'GET' && new URL(request.url).pathname.startsWith('/api/')) {
    const session = (await (await fetch('/auth/session')).json()) as { csrfToken: string };
    request.headers['X-CSRF-Token'] = session.csrfToken;
  }
  return request;
};

/** Serves the OpenAPI document. @param page whether to serve the page too; the JSON is always served */
export function serveDocs(app: NestFastifyApplication, openapi: () => OpenAPIObject, page: boolean): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  // Add the hook to the routes of the page only, so that it does not slow down other calls.
  fastify.addHook('onRoute', (route) => {
    if (!/^\/docs(?:\/|$)/.test(route.url)) return;
    route.onSend = (_request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void) => {
      if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('Content-Security-Policy', docsPolicy(payload));
      done(null, payload);
    };
  });
  SwaggerModule.setup('docs', app, openapi, {
    ui: page,
    raw: ['json'],
    jsonDocumentUrl: 'docs/openapi.json',
    swaggerOptions: { requestInterceptor: withSession },
    // The page embeds the document. The page's URL is one level above that of the JSON, so the relative address of the server differs.
    patchDocumentOnRequest: (request, _reply, document) =>
      String((request as { url?: string }).url).endsWith('.json') ? document : { ...document, servers: [{ url: './' }] },
  });
}
