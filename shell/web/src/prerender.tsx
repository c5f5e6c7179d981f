import { addTexts, createQueryClient, givePageSettings, KitProviders } from '@portal/web-kit';
import { type DrawnScreen, drawScreen, StaticRouter } from '@portal/web-kit/prerender';
import { ID_PREFIX } from './drawn.ts';
import { Shell } from './layout/shell.tsx';
import { takeRegistry } from './registry.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

addTexts('shell', { en, pt });

/** What the gateway knows of a page. */
export interface PageToDraw {
  path: string;
  language: 'en' | 'pt';
  registry: unknown;
  settings: Record<string, string>;
  /** The area whose own HTML will stand in the page. */
  area?: string;
}

const cache = createQueryClient();
let last: Promise<unknown> = Promise.resolve();

/** Draws the page around an area, or a page of the shell. One after another: language, registry and settings are those of the whole page. */
export function drawPage({ path, language, registry, settings, area }: PageToDraw): Promise<DrawnScreen> {
  const draw = async (): Promise<DrawnScreen> => {
    cache.clear();
    givePageSettings(settings);
    takeRegistry(registry);
    return drawScreen(
      <KitProviders name="shell" cache={cache}>
        <StaticRouter location={path}>
          <Shell enter={() => undefined} drawn={area} />
        </StaticRouter>
      </KitProviders>,
      ID_PREFIX,
      language,
    );
  };
  const drawn = last.then(draw, draw);
  last = drawn.catch(() => undefined);
  return drawn;
}
