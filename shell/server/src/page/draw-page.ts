import { createRequire } from 'node:module';
import { resolve } from 'node:path';

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
}

interface DrawingModule {
  drawPage(page: PageToDraw): Promise<DrawnPage>;
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
    this.loaded ??= { etag, module: this.load() };
    const { module } = this.loaded;
    if (!module || this.loaded.etag !== etag) return undefined;
    try {
      return await module.drawPage(page);
    } catch (error) {
      this.log.error({ err: error, language: page.language }, 'a page cannot be drawn: it is sent without its HTML');
      return undefined;
    }
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
