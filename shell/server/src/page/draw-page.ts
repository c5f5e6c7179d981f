import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ScreenCase, ScreenFile } from '@portal/remotes';

/** A page as the shell draws it, without the area's own HTML. */
export interface DrawnPage {
  title: string;
  html: string;
}

/** What the shell draws a page from. */
export interface PageToDraw {
  path: string;
  language: string;
  registry: object;
  settings: Record<string, string>;
  /** The area whose own HTML will stand in the page. */
  area?: string;
  /** What was found about the code in the address. */
  finding?: object;
}

/** Calls the service of an area for a visitor; undefined where it gives no answer. */
export type AskArea = (area: string, path: string) => Promise<object | undefined>;

/** The shell's module for the gateway (`shell/web/src/prerender.tsx`). */
interface DrawingModule {
  drawPage(page: PageToDraw): Promise<DrawnPage>;
  findFor(path: string, registry: object, ask: AskArea): Promise<object | undefined>;
  fillDocument(cases: ScreenCase[], id: string, answer: object, language: string, settings: Record<string, string>): ScreenFile | undefined;
  drawProblem(status: number, body: string, language: string): Promise<DrawnPage>;
}

/** Where the build puts the module that draws pages: a folder that is not served. */
const MODULE = '.page/prerender.cjs';

/** Draws pages with the shell's own components, so that a visitor sees them before a script has run. */
export class PageDrawing {
  private readonly file: string;
  private loaded?: { etag: string; module: DrawingModule | undefined };

  constructor(
    webDir: string,
    private readonly log: { error(fields: object, message: string): void },
  ) {
    this.file = resolve(webDir, MODULE);
  }

  /**
   * Draws a page. Undefined where it cannot be drawn: the page then draws itself when its script runs.
   * @param etag of the template: a template that was built later does not fit the loaded module
   */
  async draw(etag: string, page: PageToDraw): Promise<DrawnPage | undefined> {
    try {
      return await this.moduleFor(etag)?.drawPage(page);
    } catch (error) {
      this.log.error({ err: error, language: page.language }, 'a page cannot be drawn: it is sent without its HTML');
      return undefined;
    }
  }

  /** What the services say of the code in an address, as the shell asks them. Undefined where the page has to ask by itself. */
  async findFor(etag: string, path: string, registry: object, ask: AskArea): Promise<object | undefined> {
    return this.moduleFor(etag)?.findFor(path, registry, ask);
  }

  /**
   * Fills what a service said of a document into the HTML that its area has published. Undefined where the area drew it for other documents,
   * or where the service said something else than a document.
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

  /** Draws why a service gave no document, as its area would. */
  async drawProblem(etag: string, { status, body }: { status: number; body: string }, language: string): Promise<DrawnPage | undefined> {
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
