import { addTexts, createQueryClient, FailurePanel, givePageSettings, initI18n, KitProviders } from '@portal/web-kit';
import { type DrawnScreen, drawScreen, problemFrom, StaticRouter } from '@portal/web-kit/prerender';
import { Shell } from './layout/shell.tsx';
import { type Answer, type Finding, findingOf } from './pages/finding.ts';
import { ID_PREFIX } from './prerendered-area.ts';
import { asRegistry, takeRegistry } from './registry.ts';
import { putFinding, tokenIn } from './shell-cache.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

export { fillDocument } from '@portal/web-kit/prerender';

addTexts('shell', { en, pt });

/** What the gateway knows about a page that it prerenders. */
export interface PageToDraw {
  path: string;
  language: string;
  registry: unknown;
  settings: Record<string, string>;
  /** Name of the area whose prerendered HTML is put into the page. */
  area?: string;
  /** Result of the check of the code in the address. */
  finding?: Finding;
}

/**
 * Asks the services about the code in an address.
 * @param ask calls the service of an area for the visitor; returns undefined if it does not answer
 * @returns undefined if the page must check the code itself
 */
export async function findFor(path: string, registry: unknown, ask: (area: string, path: string) => Promise<object | undefined>): Promise<Finding | undefined> {
  const token = tokenIn(path);
  if (token === undefined) return undefined;
  try {
    return await findingOf(token, asRegistry(registry), async ({ name }, call) => {
      const answer = await ask(name, call);
      if (!answer) throw new Error(`${name} does not answer`);
      return answer as Answer;
    });
  } catch {
    return undefined;
  }
}

const cache = createQueryClient();
let last: Promise<unknown> = Promise.resolve();

/** Prerenders one page after another, because language, registry and settings are global. */
function inTurn(draw: () => Promise<DrawnScreen>): Promise<DrawnScreen> {
  const drawn = last.then(draw, draw).finally(() => cache.clear());
  last = drawn.catch(() => undefined);
  return drawn;
}

/** Prerenders the frame around an area, or a page of the shell. */
export function drawPage({ path, language, registry, settings, area, finding }: PageToDraw): Promise<DrawnScreen> {
  return inTurn(() => {
    givePageSettings(settings);
    takeRegistry(registry);
    initI18n(language);
    const token = tokenIn(path);
    if (finding && token) putFinding(cache, token, finding);
    return drawScreen(
      <KitProviders name="shell" cache={cache}>
        <StaticRouter location={path}>
          <Shell enter={() => undefined} drawn={area} />
        </StaticRouter>
      </KitProviders>,
      ID_PREFIX,
      language,
    );
  });
}

/** Prerenders the message that says why a service returned no document. @param body body of its answer */
export function drawProblem(status: number, body: string, language: string): Promise<DrawnScreen> {
  const problem = problemFrom(status, body, new Headers());
  return inTurn(() =>
    drawScreen(
      <KitProviders name="shell" cache={cache}>
        <StaticRouter location="/">
          <div className="portal-public">
            <FailurePanel problem={problem} page />
          </div>
        </StaticRouter>
      </KitProviders>,
      ID_PREFIX,
      language,
    ),
  );
}
