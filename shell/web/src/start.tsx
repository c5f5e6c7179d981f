import {
  addTexts,
  BrowserRouter,
  finishKeptSignOut,
  guardDrafts,
  initI18n,
  KitProviders,
  onKeepOnDevice,
  prepareLanguage,
  refreshSession,
  setPortalName,
} from '@portal/web-kit';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { installGuard } from './areas/guard.ts';
import { preloadAreas } from './areas/preload-areas.ts';
import { fetchAreas, startAreaHost } from './areas/start.ts';
import { Shell } from './layout/shell.tsx';
import { keepGate, keepPortal } from './offline/register.ts';
import { takeOverride } from './overrides.ts';
import { portalName } from './page-settings.ts';
import { ID_PREFIX, prerenderedArea } from './prerendered-area.ts';
import { inlinedRegistry, ownerOf, refreshRegistry } from './registry.ts';
import { shellCache } from './shell-cache.ts';
import { startTelemetry } from './telemetry/start.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

installGuard();
// This element tells the reader what to do if this script does not run.
document.getElementById('last-resort')?.remove();
startTelemetry();
addTexts('shell', { en, pt });
const drawnIn = document.documentElement.lang;
await prepareLanguage(drawnIn);
const language = initI18n(drawnIn);
setPortalName(portalName());
takeOverride();
finishKeptSignOut().catch(() => undefined);
guardDrafts();
if (!inlinedRegistry()) void refreshRegistry().catch(() => undefined);
// Load the area's script while the shell is rendered.
if (ownerOf(location.pathname)) fetchAreas();

const place = document.getElementById('shell');
if (place) {
  // After going back, the browser shows the page as it was delivered, which may be in the language that the reader used before. Such HTML cannot be hydrated.
  const asDrawn = place.firstElementChild !== null && language === drawnIn;
  const app = (
    <KitProviders name="shell" cache={shellCache()}>
      <BrowserRouter>
        <Shell enter={startAreaHost} drawn={asDrawn ? prerenderedArea() : undefined} />
      </BrowserRouter>
    </KitProviders>
  );
  const options = { identifierPrefix: ID_PREFIX };
  // Render in short pieces, so that the page reacts to scrolling in between.
  startTransition(() => {
    if (asDrawn) hydrateRoot(place, app, options);
    else createRoot(place, options).render(app);
  });
}
preloadAreas();
// The officers' pages that work without a connection ask for it themselves.
onKeepOnDevice(keepGate);
if (!/^\/(staff|other)(\/|$)/.test(location.pathname)) keepPortal();
// Later, because the content that is already in the page comes first.
setTimeout(() => void refreshSession());
