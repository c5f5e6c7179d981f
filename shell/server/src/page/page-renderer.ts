import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ScreenCase, ScreenFile } from '@portal/remotes';

/** A page as the shell renders it, without the area's own HTML. */
export interface RenderedPage {
  title: string;
  html: string;
}

/** The data from which the shell renders a page. */
export interface PageToDraw {
  path: string;
  language: string;
  registry: object;
  settings: Record<string, string>;
  /** The area whose own HTML will be inserted into the page. */
  area?: string;
  /** What the services know about the verification code in the address. */
  finding?: object;
}

/** Calls the service of an area on behalf of a visitor. The result is undefined when the service gives no answer. */
export type AskArea = (area: string, path: string) => Promise<object | undefined>;

/** The shell's module for the gateway (`shell/web/src/prerender.tsx`). */
interface DrawingModule {
  drawPage(page: PageToDraw): Promise<RenderedPage>;
  findFor(path: string, registry: object, ask: AskArea): Promise<object | undefined>;
  fillDocument(cases: ScreenCase[], id: string, answer: object, language: string, settings: Record<string, string>): ScreenFile | undefined;
  drawProblem(status: number, body: string, language: string): Promise<RenderedPage>;
}

/** Path of the rendering module in the shell's build. Its folder is never served. */
const MODULE = '.page/prerender.cjs';

/** Renders pages with the shell's own components (server-side rendering), so that a visitor sees them before a script has run. */
export class PageRenderer {
  private readonly file: string;
  private loaded?: { etag: string; module: DrawingModule | undefined };

  constructor(
    webDir: string,
    private readonly log: { error(fields: object, message: string): void },
  ) {
    this.file = resolve(webDir, MODULE);
  }

  /**
   * Renders a page. Returns undefined when that is not possible; the page then renders itself in the browser.
   * @param etag ETag of the page template; the loaded module is not used with a template of a later build
   */
  async draw(etag: string, page: PageToDraw): Promise<RenderedPage | undefined> {
    try {
      return await this.moduleFor(etag)?.drawPage(page);
    } catch (error) {
      this.log.error({ err: error, language: page.language }, 'a page cannot be drawn: it is sent without its HTML');
      return undefined;
    }
  }

  /** Asks the services about the verification code in an address, as the shell would. Returns undefined when the page has to ask by itself. */
  async findFor(etag: string, path: string, registry: object, ask: AskArea): Promise<object | undefined> {
    return this.moduleFor(etag)?.findFor(path, registry, ask);
  }

  /**
   * Fills a service's answer about a document into the HTML that the area has published. Returns undefined when none of the area's HTML fits the document, or
   * when the answer is not a document.
   */
  fill(
    etag: string,
    cases: ScreenCase[],
    { id, answer, language, settings }: { id: string; answer: object; language: string; settings: Record<string, string> },
  ): ScreenFile | undefined {
    try {
      return this.moduleFor(etag)?.fillDocument(cases, id, answer, language, settings);
    } catch {
      return undefined;
    }
  }

  /** Renders the reason why a service gave no document, as the area would show it. */
  async drawProblem(etag: string, { status, body }: { status: number; body: string }, language: string): Promise<RenderedPage | undefined> {
    try {
      return await this.moduleFor(etag)?.drawProblem(status, body, language);
    } catch (error) {
      this.log.error({ err: error, language }, 'a refusal cannot be drawn: the page is sent without it');
      return undefined;
    }
  }

  private moduleFor(etag: string): DrawingModule | undefined {
    this.loaded ??= { etag, module: this.load() };
    return this.loaded.etag === etag ? this.loaded.module : undefined;
  }

  private load(): DrawingModule | undefined {
    try {
      return createRequire(this.file)(this.file) as DrawingModule;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') {
        this.log.error({ err: error }, 'the module that draws pages cannot be loaded: pages are sent without their HTML');
      }
      return undefined;
    }
  }
}
