import {
  fetchTraced,
  mostNames,
  type PlainDone,
  type PlainNotice,
  type PlainPage,
  type PlainSubmission,
  ProblemError,
  sessionField,
} from '@portal/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AreaTokens, isNavigation, ownerOf } from '../areas/area-tokens.ts';
import type { DevelopmentProcesses } from '../development.ts';
import { areaStopped, asProblem, csrfRefused, logProblem, noSuchAddress, serviceUnavailable } from '../problems.ts';
import { services } from '../proxy/api-proxy.ts';
import { toServiceHeaders } from '../proxy/headers.ts';
import { UnfinishedBodies } from '../proxy/unfinished-bodies.ts';
import { choiceCookieName, LANGUAGE_COOKIE, languageOf, readChoiceCookie } from '../reader-choices.ts';
import { plainPolicy } from '../security-headers.ts';
import type { SessionGuard } from '../session/guard.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { CompressedFile } from './compressed-file.ts';
import { sendFile } from './files.ts';
import { type PlainContent, plainAccount, plainFormAt, plainPage, TOKEN_NAME, tokenField } from './plain-page.ts';
import { problemContent, type RefusedForm } from './problem-page.ts';
import type { Registry } from './registry.ts';
import { withLabels } from './render.ts';

/** Maximum size of a form in bytes. A form of text fields is far smaller. */
const FORM_LIMIT = 256 * 1024;
/** Maximum size in bytes of the call by which a mail program unsubscribes. It has one short field. */
const UNSUBSCRIBE_LIMIT = 8 * 1024;
const A_YEAR = 31_536_000;

export interface PlainParts {
  settings: GatewaySettings;
  registry: Registry;
  developmentProcesses: DevelopmentProcesses;
  guard: SessionGuard;
  areas: AreaTokens;
  /** Returns the portal's page in a language as a frame for the form. */
  frame(language: string): Promise<string | undefined>;
}

interface Refusal {
  errors?: { code: string; field: string; message: string }[];
}

type Pairs = [name: string, value: string][];

const pairsIn = (body: string): Pairs => [...new URLSearchParams(body)];

/**
 * Reads the form of a request that was refused before its body was read, as by a rate limit.
 * @returns nothing if the body is no form, is too large, or does not arrive
 */
async function unreadForm({ headers, raw }: FastifyRequest): Promise<Pairs | undefined> {
  const length = Number(headers['content-length']);
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '') || !(length > 0 && length <= FORM_LIMIT)) return undefined;
  const parts: Buffer[] = [];
  try {
    for await (const part of raw) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return pairsIn(Buffer.concat(parts).toString('utf8'));
}

const pathOf = ({ url }: FastifyRequest): string => url.split(/[?#]/, 1)[0].replace(/(?<=.)\/$/, '');

/**
 * Registers the forms that work without script, `<screen>/plain`. The service of the area renders the form and validates it. The gateway puts it into the
 * portal's page, and applies the same checks as for every call: session, CSRF, rate limits.
 */
export async function plainRoutes(app: FastifyInstance, { settings, registry, developmentProcesses, guard, areas, frame }: PlainParts): Promise<void> {
  const languages = listOf(settings.languages);
  const origins = new Set([settings.publicUrl, ...listOf(settings.alsoServedAt)]);
  const policy = plainPolicy(settings);
  const bodies = new UnfinishedBodies(app, settings);

  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, pairsIn(String(body))),
  );

  const placeOf = async (request: FastifyRequest) => plainFormAt(pathOf(request), (await registry.current()).document.areas);
  const languageFor = ({ query, cookies, headers }: FastifyRequest): string => {
    const { language } = query as { language?: unknown };
    return languageOf(
      typeof language === 'string' && languages.includes(language) ? language : readChoiceCookie(cookies, LANGUAGE_COOKIE),
      headers['accept-language'],
      languages,
    );
  };

  /** Whether a request does not come from a form of this portal. */
  function isForeign({ headers }: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin } = headers;
    return site !== undefined ? site !== 'same-origin' && site !== 'none' : origin !== undefined && origin !== 'null' && !origins.has(origin);
  }

  /**
   * Returns the form that was refused for now, with everything that was sent: with the same key it registers only once, and with the same CSRF token it may do no
   * more than before. Nothing for a request from elsewhere, which must not become one from this portal.
   */
  async function refusedForm(request: FastifyRequest, status: number): Promise<RefusedForm | undefined> {
    if (request.method !== 'POST' || (status !== 429 && status < 500) || isForeign(request)) return undefined;
    if (!request.body) bodies.begin(request);
    const pairs = (request.body as Pairs | undefined) ?? (await unreadForm(request));
    return pairs?.length && pairs.length <= mostNames ? { action: request.url, pairs } : undefined;
  }

  app.addHook('onRequest', async (request, reply) => {
    const place = await placeOf(request);
    if (place && !place.isMessageChoice && (await registry.stopped()).includes(ownerOf(place.form.service))) throw areaStopped();
    if (!place) {
      if (request.method === 'POST') throw noSuchAddress();
      return;
    }
    void reply.header('cache-control', 'no-store').header('content-security-policy', policy);
    bodies.begin(request);
    if (request.method === 'POST') {
      if (isForeign(request)) throw csrfRefused();
      // A mail program unsubscribes without a session (RFC 8058). The link itself is the secret that authorises this.
      if (!isNavigation(request) && !place.isMessageChoice) areas.require(request, reply, place.form.service);
    } else {
      await guard.protect(request, reply);
      if (!place.isMessageChoice) areas.require(request, reply, place.form.service);
    }
    const { language } = request.query as { language?: unknown };
    if (typeof language === 'string' && languages.includes(language) && readChoiceCookie(request.cookies, LANGUAGE_COOKIE) !== language) {
      // The cookie is readable for scripts, because the page's script reads it.
      const secure = settings.publicUrl.startsWith('https:');
      void reply.setCookie(choiceCookieName(LANGUAGE_COOKIE, settings.publicUrl), language, { path: '/', maxAge: A_YEAR, sameSite: 'lax', secure });
    }
  });

  app.setErrorHandler(async (error: FastifyError | ProblemError, request, reply) => {
    const problem = asProblem(error);
    logProblem(error, problem, request, reply);
    const language = languageFor(request);
    const { retryAfter } = problem.extra;
    if (retryAfter) void reply.header('retry-after', String(retryAfter));
    void reply.header('cache-control', 'no-store').header('content-security-policy', policy);
    // Only a GET request reloads by itself. A submitted form must not be sent again automatically.
    const again = request.method === 'GET' ? retryAfter : undefined;
    const content = problemContent(problem.toProblem(request.id, language), {
      path: pathOf(request),
      language,
      status: problem.status,
      retryAfter: again,
      refusedForm: await refusedForm(request, problem.status),
    });
    return send(request, reply, content, problem.status, language);
  });

  async function send(request: FastifyRequest, reply: FastifyReply, content: PlainContent, status: number, language: string, cacheControl = 'no-store') {
    const page = await frame(language);
    if (page === undefined) return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send('The portal is being set up.');
    const token = request.portalSession?.csrfToken;
    const field = token ? tokenField(token) : '';
    const html = withLabels(
      plainPage(page, { ...content, html: content.html.replace(sessionField, () => field) }, settings.portalName, language),
      request.cookies,
    );
    void reply.code(status).header('content-language', language);
    // Shared caches must not store the page. It has no `Vary` header, so that a browser that goes back shows the same form with the same idempotency key.
    return sendFile(request, reply, new CompressedFile('index.html', Buffer.from(html), 4), { cacheControl });
  }

  /** Asks the service of a form, with the session of the caller. */
  async function ask(request: FastifyRequest, service: string, path: string, language: string, body?: PlainSubmission): Promise<Response> {
    const upstream = (settings.nodeEnv === 'production' ? undefined : developmentProcesses.of(`svc-${service}`)) ?? services(settings)[service];
    if (!upstream) throw noSuchAddress();
    const { 'user-agent': agent } = request.headers;
    const { id: requestId, ip, portalSession } = request;
    const caller = { requestId, ip, publicUrl: settings.publicUrl, language, accessToken: portalSession?.accessToken };
    const headers = toServiceHeaders({ accept: 'application/json, application/pdf', ...(agent ? { 'user-agent': agent } : {}) }, undefined, caller);
    const call = body
      ? { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
      : { method: 'GET', headers };
    const response = await fetchTraced(`${call.method} ${service} plain form`, `${upstream}${path}`, {
      ...call,
      headers: call.headers as Record<string, string>,
      signal: AbortSignal.timeout(settings.upstreamTimeoutSeconds * 1000),
    }).catch((error: unknown) => {
      request.log.warn({ requestId, code: (error as { cause?: NodeJS.ErrnoException }).cause?.code }, 'a service does not answer');
      throw serviceUnavailable();
    });
    if (response.ok) return response;
    const { errors = [] } = (await response.json().catch(() => ({}))) as Refusal;
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    throw response.status < 500 || response.status === 503 ? new ProblemError(response.status, errors, { retryAfter }) : serviceUnavailable();
  }

  app.get('/eservice/*', async (request, reply) => {
    const place = await placeOf(request);
    if (!place) return reply.callNotFound();
    const language = languageFor(request);
    const response = await ask(request, place.form.service, `${place.form.path}${place.rest}`, language);
    if (response.headers.get('content-type')?.startsWith('application/pdf')) {
      void reply.type('application/pdf').header('content-disposition', response.headers.get('content-disposition') ?? 'attachment');
      return reply.send(Buffer.from(await response.arrayBuffer()));
    }
    const page = (await response.json()) as PlainPage;
    // The blank form contains no personal data. Therefore a browser that goes back to it may show what was typed.
    const isBlank = place.rest === '' && !request.portalSession;
    const account = plainAccount(request.portalSession, pathOf(request), false, language);
    return send(request, reply, { ...page, account }, page.status, language, isBlank ? 'private, no-cache' : 'no-store');
  });

  /**
   * Checks the session and the CSRF token of a submitted form. On failure it returns the notice with which the form is shown again, including its answers. A form
   * that was made for a session is not sent without one.
   */
  async function admit(request: FastifyRequest, reply: FastifyReply, token: string | undefined): Promise<PlainNotice | undefined> {
    try {
      await guard.protect(request, reply, token);
      return token && !request.portalSession ? 'session-ended' : undefined;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return error.status === 401 ? 'session-ended' : 'token-expired';
    }
  }

  const submit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const place = await placeOf(request);
    if (place?.rest !== '') throw noSuchAddress();
    const language = languageFor(request);
    const pairs = request.body as Pairs;
    const token = pairs.find(([name]) => name === TOKEN_NAME)?.[1];
    const notice = await admit(request, reply, token);
    const fields = pairs.filter(([name]) => name !== TOKEN_NAME);
    const response = await ask(request, place.form.service, place.form.path, language, { fields, ...(notice ? { notice } : {}) });
    const answer = (await response.json()) as PlainPage | PlainDone;
    if ('location' in answer) return reply.redirect(`${answer.location}?language=${language}`, 303);
    // A browser that goes back shows the form as it was. The response to a POST is not stored by any cache.
    const account = plainAccount(request.portalSession, pathOf(request), true, language);
    return send(request, reply, { ...answer, account }, answer.status, language, request.portalSession ? 'no-store' : 'private, no-cache');
  };
  app.post('/eservice/*', submit);

  await app.register(async (messages) => {
    // Mail programs should unsubscribe with this content type (RFC 8058, 3.2). Forms are not sent with it.
    messages.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: UNSUBSCRIBE_LIMIT },
      async ({ headers }: FastifyRequest, body: Buffer) => {
        const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': String(headers['content-type']) } })
          .formData()
          .catch((error: Error) => {
            throw Object.assign(error, { statusCode: 400 });
          });
        return [...fields].filter(([, value]) => typeof value === 'string');
      },
    );
    messages.post('/eservice/messages/*', submit);
  });
}
