import { mostNames, type PlainDone, type PlainNotice, type PlainPage, ProblemError, sessionField } from '@portal/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AreaTokens, isNavigation, ownerOf } from '../areas/area-tokens.ts';
import type { DevelopmentProcesses } from '../development.ts';
import { areaStopped, asProblem, csrfRefused, logProblem, noSuchAddress } from '../problems.ts';
import { UnfinishedBodies } from '../proxy/unfinished-bodies.ts';
import { choiceCookieName, LANGUAGE_COOKIE, languageOf, readChoiceCookie } from '../reader-choices.ts';
import { plainPolicy } from '../security-headers.ts';
import type { SessionGuard } from '../session/guard.ts';
import { portalOrigins } from '../session/origins.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { CompressedFile } from './compressed-file.ts';
import { sendFile } from './files.ts';
import { acceptForms, acceptUnsubscribing, type Pairs, unreadForm } from './plain-form-body.ts';
import { type PlainContent, plainAccount, plainFormAt, plainPage, TOKEN_NAME, tokenField } from './plain-page.ts';
import { PlainService } from './plain-service.ts';
import { problemContent, type RefusedForm } from './problem-page.ts';
import type { Registry } from './registry.ts';
import { withLabels } from './render.ts';

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

/** A page that is sent: what it shows, and how. */
interface SentPage {
  content: PlainContent;
  status: number;
  language: string;
  cacheControl?: string;
}

const pathOf = ({ url }: FastifyRequest): string => url.split(/[?#]/, 1)[0].replace(/(?<=.)\/$/, '');

/**
 * Registers the forms that work without script, `<screen>/plain`. The service of the area renders the form and validates it. The gateway puts it into the
 * portal's page, and applies the same checks as for every call: session, CSRF, rate limits.
 */
export async function plainRoutes(app: FastifyInstance, parts: PlainParts): Promise<void> {
  const forms = new PlainForms(app, parts);
  acceptForms(app);
  app.addHook('onRequest', (request, reply) => forms.check(request, reply));
  app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => forms.sendProblem(error, request, reply));
  app.get('/eservice/*', (request, reply) => forms.show(request, reply));
  app.post('/eservice/*', (request, reply) => forms.submit(request, reply));
  await app.register(async (messages) => {
    acceptUnsubscribing(messages);
    messages.post('/eservice/messages/*', (request, reply) => forms.submit(request, reply));
  });
}

class PlainForms {
  private readonly languages: string[];
  private readonly origins: ReadonlySet<string>;
  private readonly policy: string;
  private readonly bodies: UnfinishedBodies;
  private readonly service: PlainService;

  constructor(
    app: FastifyInstance,
    private readonly parts: PlainParts,
  ) {
    const { settings, developmentProcesses } = parts;
    this.languages = listOf(settings.languages);
    this.origins = portalOrigins(settings);
    this.policy = plainPolicy(settings);
    this.bodies = new UnfinishedBodies(app, settings);
    this.service = new PlainService(settings, developmentProcesses);
  }

  /** Checks a request before its body is read. */
  async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { registry, guard, areas } = this.parts;
    const place = await this.placeOf(request);
    if (place && !place.isMessageChoice && (await registry.stopped()).includes(ownerOf(place.form.service))) throw areaStopped();
    if (!place) {
      if (request.method === 'POST') throw noSuchAddress();
      return;
    }
    void reply.header('cache-control', 'no-store').header('content-security-policy', this.policy);
    this.bodies.begin(request);
    if (request.method === 'POST') {
      if (this.isForeign(request)) throw csrfRefused();
      // A mail program unsubscribes without a session (RFC 8058). The link itself is the secret that authorises this.
      if (!isNavigation(request) && !place.isMessageChoice) areas.require(request, reply, place.form.service);
    } else {
      await guard.protect(request, reply);
      if (!place.isMessageChoice) areas.require(request, reply, place.form.service);
    }
    this.keepLanguage(request, reply);
  }

  /** Shows a form, the page after registration, or a PDF. */
  async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.placeOf(request);
    if (!place) {
      reply.callNotFound();
      return reply;
    }
    const language = this.languageFor(request);
    const response = await this.service.ask(request, { service: place.form.service, path: `${place.form.path}${place.rest}`, language });
    if (response.headers.get('content-type')?.startsWith('application/pdf')) {
      void reply.type('application/pdf').header('content-disposition', response.headers.get('content-disposition') ?? 'attachment');
      return reply.send(Buffer.from(await response.arrayBuffer()));
    }
    const page = (await response.json()) as PlainPage;
    // The blank form contains no personal data. Therefore a browser that goes back to it may show what was typed.
    const isBlank = place.rest === '' && !request.portalSession;
    const account = plainAccount(request.portalSession, pathOf(request), false, language);
    const cacheControl = isBlank ? 'private, no-cache' : 'no-store';
    return this.send(request, reply, { content: { ...page, account }, status: page.status, language, cacheControl });
  }

  async submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.placeOf(request);
    if (place?.rest !== '') throw noSuchAddress();
    const language = this.languageFor(request);
    const pairs = request.body as Pairs;
    const token = pairs.find(([name]) => name === TOKEN_NAME)?.[1];
    const notice = await this.admit(request, reply, token);
    const fields = pairs.filter(([name]) => name !== TOKEN_NAME);
    const body = { fields, ...(notice ? { notice } : {}) };
    const response = await this.service.ask(request, { service: place.form.service, path: place.form.path, language, body });
    const answer = (await response.json()) as PlainPage | PlainDone;
    if ('location' in answer) return reply.redirect(`${answer.location}?language=${language}`, 303);
    // A browser that goes back shows the form as it was. The response to a POST is not stored by any cache.
    const account = plainAccount(request.portalSession, pathOf(request), true, language);
    const cacheControl = request.portalSession ? 'no-store' : 'private, no-cache';
    return this.send(request, reply, { content: { ...answer, account }, status: answer.status, language, cacheControl });
  }

  async sendProblem(error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const problem = asProblem(error);
    logProblem(error, problem, request, reply);
    const language = this.languageFor(request);
    const { retryAfter } = problem.extra;
    if (retryAfter) void reply.header('retry-after', String(retryAfter));
    void reply.header('cache-control', 'no-store').header('content-security-policy', this.policy);
    const content = problemContent(problem.toProblem(request.id, language), {
      path: pathOf(request),
      language,
      status: problem.status,
      // Only a GET request reloads by itself. A submitted form must not be sent again automatically.
      retryAfter: request.method === 'GET' ? retryAfter : undefined,
      refusedForm: await this.refusedForm(request, problem.status),
    });
    return this.send(request, reply, { content, status: problem.status, language });
  }

  private async placeOf(request: FastifyRequest) {
    return plainFormAt(pathOf(request), (await this.parts.registry.current()).document.areas);
  }

  /** Returns the supported language that the address asks for. */
  private askedLanguage({ query }: FastifyRequest): string | undefined {
    const { language } = query as { language?: unknown };
    return typeof language === 'string' && this.languages.includes(language) ? language : undefined;
  }

  private languageFor(request: FastifyRequest): string {
    const { cookies, headers } = request;
    return languageOf(this.askedLanguage(request) ?? readChoiceCookie(cookies, LANGUAGE_COOKIE), headers['accept-language'], this.languages);
  }

  /** Stores the language that the address asks for. */
  private keepLanguage(request: FastifyRequest, reply: FastifyReply): void {
    const language = this.askedLanguage(request);
    if (language === undefined || readChoiceCookie(request.cookies, LANGUAGE_COOKIE) === language) return;
    const { publicUrl } = this.parts.settings;
    // The cookie is readable for scripts, because the page's script reads it.
    const secure = publicUrl.startsWith('https:');
    void reply.setCookie(choiceCookieName(LANGUAGE_COOKIE, publicUrl), language, { path: '/', maxAge: A_YEAR, sameSite: 'lax', secure });
  }

  /** Whether a request does not come from a form of this portal. */
  private isForeign({ headers }: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin } = headers;
    return site !== undefined ? site !== 'same-origin' && site !== 'none' : origin !== undefined && origin !== 'null' && !this.origins.has(origin);
  }

  /**
   * Checks the session and the CSRF token of a submitted form. On failure it returns the notice with which the form is shown again, including its answers. A form
   * that was made for a session is not sent without one.
   */
  private async admit(request: FastifyRequest, reply: FastifyReply, token: string | undefined): Promise<PlainNotice | undefined> {
    try {
      await this.parts.guard.protect(request, reply, token);
      return token && !request.portalSession ? 'session-ended' : undefined;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return error.status === 401 ? 'session-ended' : 'token-expired';
    }
  }

  /**
   * Returns the form that was refused for now, with everything that was sent: with the same key it registers only once, and with the same CSRF token it may do no
   * more than before. Nothing for a request from elsewhere, which must not become one from this portal.
   */
  private async refusedForm(request: FastifyRequest, status: number): Promise<RefusedForm | undefined> {
    if (request.method !== 'POST' || (status !== 429 && status < 500) || this.isForeign(request)) return undefined;
    if (!request.body) this.bodies.begin(request);
    const pairs = (request.body as Pairs | undefined) ?? (await unreadForm(request));
    return pairs?.length && pairs.length <= mostNames ? { action: request.url, pairs } : undefined;
  }

  private async send(request: FastifyRequest, reply: FastifyReply, { content, status, language, cacheControl = 'no-store' }: SentPage): Promise<FastifyReply> {
    const page = await this.parts.frame(language);
    if (page === undefined) return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send('The portal is being set up.');
    const token = request.portalSession?.csrfToken;
    const field = token ? tokenField(token) : '';
    const filled = { ...content, html: content.html.replace(sessionField, () => field) };
    const html = withLabels(plainPage(page, filled, this.parts.settings.portalName, language), request.cookies);
    void reply.code(status).header('content-language', language);
    // Shared caches must not store the page. It has no `Vary` header, so that a browser that goes back shows the same form with the same idempotency key.
    return sendFile(request, reply, new CompressedFile('index.html', Buffer.from(html), 4), { cacheControl });
  }
}
