import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AreaTokens, isNavigation } from '../areas/area-tokens.ts';
import type { SessionGuard } from '../session/guard.ts';
import { withSignInProblem } from '../session/sign-in-problems.ts';
import type { GatewaySettings } from '../settings.ts';
import type { AddressLookup, LookupResult, OpenedAddress } from './address-lookup.ts';
import { CompressedFile } from './compressed-file.ts';
import { sendFile } from './files.ts';
import { drawnAtPath, type PageBuilder, type PageInputs } from './page-builder.ts';
import type { PrerenderedAreaScreen } from './prerendered-screens.ts';
import type { HomeNumbers } from './public-numbers.ts';
import { areaOf } from './registry.ts';
import { type PageData, withFont, withLabels, withNoscript, withoutNoscript, withPersonalParts } from './render.ts';
import { isShellScreen } from './shell-screens.ts';
import type { VisitorRegistry } from './visitor-registry.ts';

/** Response header with the name of the stopped area. */
const STOPPED_HEADER = 'x-area-stopped';
const PAGE_VARIES = 'accept-language, cookie, sec-fetch-dest, sec-fetch-mode';

/** Returns the `Cache-Control` of a page. While a canary runs, responses differ between visitors, so shared caches must not store them. */
export const cacheControl = (personal: boolean): string => (personal ? 'private, no-cache' : 'no-cache');

export interface PageSenderParts {
  settings: GatewaySettings;
  guard: SessionGuard;
  areas: AreaTokens;
  visitorRegistry: VisitorRegistry;
  builder: PageBuilder;
  lookup: AddressLookup;
  homeNumbers: HomeNumbers;
  /** The content security policy of pages. */
  policy(): string;
  languageOf(request: FastifyRequest): string;
}

const beingSetUp = (reply: FastifyReply): FastifyReply =>
  reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send('The portal is being set up. Try again in a moment.');

/** Sends pages to visitors, and to the offline worker, which stores them. */
export class PageSender {
  constructor(private readonly parts: PageSenderParts) {}

  async send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { builder, visitorRegistry, homeNumbers } = this.parts;
    const [[template, kit], state] = await Promise.all([builder.files(), visitorRegistry.forPage(request, reply)]);
    if (!template) return beingSetUp(reply);
    const area = areaOf(path, state.document.areas);
    const language = this.parts.languageOf(request);
    const address: OpenedAddress = { request, etag: template.etag, path, area, state, wanted: { language, settings: builder.drawnSettings } };
    const opened = isNavigation(request);
    // This header tells the offline worker that the notice is intended, so that it does not show a stored page instead.
    if (area?.stopped !== undefined) void reply.header('retry-after', '30').header(STOPPED_HEADER, area.name);
    if (opened) await this.loadSession(request, reply);
    const told = await this.lookUp(address, opened);
    const screen = told.screen ?? (await this.publishedScreen(address, opened));
    const drawnAt = told.data ? path : withSignInProblem(drawnAtPath(path, area, screen), request.url);
    // The offline worker stores the page without the numbers, because they change: the offline manifest has the hash of that page.
    const inputs: PageInputs = { numbers: opened ? homeNumbers.current() : undefined, template, kit, state, path, area, language, screen, drawnAt };
    void reply.code(this.statusOf(address, told)).header('content-security-policy', this.parts.policy()).header('content-language', language);
    return told.data || told.refusal ? this.sendPersonal(request, reply, inputs, told) : this.sendCommon(request, reply, inputs, told, opened);
  }

  private statusOf({ path, area }: OpenedAddress, { refusal }: LookupResult): number {
    if (area?.stopped !== undefined) return 503;
    return refusal?.status ?? (area || isShellScreen(path, this.parts.settings) ? 200 : 404);
  }

  /** Asks the services. When a script fetches the page, the page contains no data of a service, because the script may belong to another area. */
  private async lookUp(address: OpenedAddress, opened: boolean): Promise<LookupResult> {
    const { request, area } = address;
    const isAsked = opened && request.method === 'GET' && !hasQuery(request) && area?.stopped === undefined;
    return isAsked ? this.parts.lookup.find(address) : {};
  }

  /** Returns the area's published HTML. A screen may depend on the query, but its published HTML does not take the query into account. */
  private async publishedScreen({ request, path, area, wanted }: OpenedAddress, opened: boolean): Promise<PrerenderedAreaScreen | undefined> {
    return area && !hasQuery(request) && area.stopped === undefined ? this.parts.builder.screenFor(area, path, wanted, opened) : undefined;
  }

  /** Sends a page that was made for one visitor. It is not cached. */
  private async sendPersonal(request: FastifyRequest, reply: FastifyReply, inputs: PageInputs, told: LookupResult): Promise<FastifyReply> {
    return this.sendToVisitor(request, reply, withoutNoscript(await this.parts.builder.html(inputs, told)), told.data);
  }

  private async sendCommon(
    request: FastifyRequest,
    reply: FastifyReply,
    inputs: PageInputs,
    { failure }: LookupResult,
    opened: boolean,
  ): Promise<FastifyReply> {
    const page = await this.parts.builder.commonPage(inputs);
    if (!opened) return sendFile(request, reply, page, { cacheControl: cacheControl(inputs.state.personal), vary: PAGE_VARIES });
    const html = page.bytes.toString('utf8');
    return this.sendToVisitor(request, reply, failure ? withNoscript(html, failure.html) : html);
  }

  /**
   * Sends the page to a browser that opens it, with the area tokens and the answers of the services. A script that fetches the address of the page must get
   * neither of them, neither from here nor from the browser's cache.
   */
  private sendToVisitor(request: FastifyRequest, reply: FastifyReply, html: string, data?: PageData): Promise<FastifyReply> {
    const { areas } = this.parts;
    const tokens = areas.issue(areas.pageId(request, reply));
    const page = withFont(withLabels(withPersonalParts(html, { tokens, data }), request.cookies), request.cookies);
    return sendFile(request, reply, new CompressedFile('index.html', Buffer.from(page), 4), { cacheControl: 'no-store', vary: PAGE_VARIES });
  }

  /** Loads the session if possible. Everybody may see pages. When the session cannot be read, the parts that need it say that it is unknown. */
  private async loadSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.parts.guard.load(request, reply).catch((error: unknown) => {
      request.log.warn({ err: error, requestId: request.id }, 'the session of a page cannot be read');
    });
  }
}

const hasQuery = ({ url }: FastifyRequest): boolean => url.includes('?');
