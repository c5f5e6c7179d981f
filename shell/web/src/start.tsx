import { addTexts, BrowserRouter, guardDrafts, initI18n, KitProviders, onKeepOnDevice, prepareLanguage, refreshSession, setPortalName } from '@portal/web-kit';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { installGuard } from './areas/guard.ts';
import { fetchAreas, needAreas } from './areas/start.ts';
import { warmAreas } from './areas/warm.ts';
import { drawnArea, ID_PREFIX } from './drawn.ts';
import { Shell } from './layout/shell.tsx';
import { keepGate, keepPortal } from './offline/register.ts';
import { takeOverride } from './overrides.ts';
import { portalName } from './page-settings.ts';
import { inlinedRegistry, ownerOf, refreshRegistry } from './registry.ts';
import { shellCache } from './shell-cache.ts';
import { startTelemetry } from './telemetry/start.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

installGuard();
// It says how to go on without this script.
document.getElementById('last-resort')?.remove();
startTelemetry();
addTexts('shell', { en, pt });
const drawnIn = document.documentElement.lang;
await prepareLanguage(drawnIn);
const language = initI18n(drawnIn);
setPortalName(portalName());
takeOverride();
guardDrafts();
if (!inlinedRegistry()) void refreshRegistry().catch(() => undefined);
// The area's script is evaluated while the shell is drawn.
if (ownerOf(location.pathname)) fetchAreas();

const place = document.getElementById('shell');
if (place) {
  // Going back, a browser shows the page as it was delivered, which may have been before the reader chose another language.
  const asDrawn = place.firstElementChild !== null && language === drawnIn;
  const app = (
    <KitProviders name="shell" cache={shellCache()}>
      <BrowserRouter>
        <Shell enter={needAreas} drawn={asDrawn ? drawnArea() : undefined} />
      </BrowserRouter>
    </KitProviders>
  );
  const options = { identifierPrefix: ID_PREFIX };
  // Rendered in short pieces, so that the page reacts to scrolling in between.
  startTransition(() => {
    if (asDrawn) hydrateRoot(place, app, options);
    else createRoot(place, options).render(app);
  });
}
warmAreas();
// Staff's pages ask for it where they work without a connection.
onKeepOnDevice(keepGate);
if (!/^\/(staff|other)(\/|$)/.test(location.pathname)) keepPortal();
// Later, because what stands in the page already comes first.
setTimeout(() => void refreshSession());
