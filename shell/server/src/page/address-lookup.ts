import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileCache } from './files.ts';
import type { PageRenderer, RenderedPage } from './page-renderer.ts';
import { serviceOf } from './plain-page.ts';
import { documentAt, documentCases, type PrerenderedAreaScreen, type RenderContext } from './prerendered-screens.ts';
import type { Area, RegistryState } from './registry.ts';
import type { PageData } from './render.ts';
import { type ApiCallResult, callApiForVisitor } from './visitor-api-call.ts';

/** A page that a visitor opens. */
export interface OpenedAddress {
  request: FastifyRequest;
  /** ETag of the page template. */
  etag: string;
  path: string;
  area: Area | undefined;
  state: RegistryState;
  wanted: RenderContext;
}

export interface LookupResult {
  data?: PageData;
  screen?: PrerenderedAreaScreen;
  /** Set when the service refuses the document: the page shows the refusal instead of the screen. */
  refusal?: { status: number; page: RenderedPage };
  /** Set when the service gives no answer: the page asks again, and shows the failure to a reader without script. */
  failure?: RenderedPage;
}

/** Whether a service has refused a document for good. After any other problem the page asks again. */
const isRefused = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** Asks the services about the verification code or the document in an address, as the page would do, and adds the area's HTML for it. */
export class AddressLookup {
  constructor(
    private readonly app: FastifyInstance,
    private readonly renderer: PageRenderer,
    private readonly remotes: FileCache,
  ) {}

  /** Looks an address up. When the result is empty, the page is sent in the form for everybody, and asks by itself. */
  async find(address: OpenedAddress): Promise<LookupResult> {
    return address.path.startsWith('/v/') ? this.findCode(address) : this.findDocument(address);
  }

  private async findCode(address: OpenedAddress): Promise<LookupResult> {
    const { etag, path, state, wanted } = address;
    let problem: ApiCallResult['problem'];
    const finding = await this.renderer.findFor(etag, path, state.document, async (name, call) => {
      const told = await this.ask(address, { name }, call);
      problem = told.problem;
      return told.answer;
    });
    if (finding) return { data: { language: wanted.language, finding } };
    return problem ? { failure: await this.renderer.drawProblem(etag, problem, wanted.language) } : {};
  }

  private async findDocument(address: OpenedAddress): Promise<LookupResult> {
    const { request, etag, path, area, wanted } = address;
    const place = area && documentAt(area, path);
    if (!place) return {};
    const { kind, id } = place;
    const drawings = await documentCases(area, place, wanted, this.remotes, request.log);
    if (!drawings) return {};
    const { answer, problem } = await this.ask(address, area, `${kind}/${id}/document`);
    if (problem) return this.problemResult(etag, problem, wanted.language);
    const drawn = answer && this.renderer.fill(etag, drawings.cases, { id, answer, ...wanted });
    return drawn
      ? { data: { language: wanted.language, document: { area: area.name, kind, id, answer } }, screen: { ...drawn, files: place.screen.files } }
      : {};
  }

  private async problemResult(etag: string, problem: NonNullable<ApiCallResult['problem']>, language: string): Promise<LookupResult> {
    const page = await this.renderer.drawProblem(etag, problem, language);
    if (!page) return {};
    return isRefused(problem.status) ? { refusal: { status: problem.status, page } } : { failure: page };
  }

  private ask({ request, wanted }: OpenedAddress, area: Pick<Area, 'name'>, call: string): Promise<ApiCallResult> {
    return callApiForVisitor(this.app, request, `/api/${serviceOf(area)}${call}`, wanted.language);
  }
}
