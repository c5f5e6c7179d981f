import { addTexts, BrowserRouter, guardDrafts, initI18n, KitProviders, refreshSession, rememberEarlyPress, setPortalName } from '@portal/web-kit';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { startAreas } from './areas/applications.ts';
import { installGuard } from './areas/guard.ts';
import { drawnArea, ID_PREFIX } from './drawn.ts';
import { Shell } from './layout/shell.tsx';
import { takeOverride } from './overrides.ts';
import { portalName } from './page-settings.ts';
import { provided } from './provide.ts';
import { inlinedRegistry, refreshRegistry } from './registry.ts';
import { startTelemetry } from './telemetry/start.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

rememberEarlyPress();
installGuard();
// It says how to go on without this script.
document.getElementById('last-resort')?.remove();
startTelemetry();
addTexts('shell', { en, pt });
initI18n(document.documentElement.lang);
setPortalName(portalName());
takeOverride();
guardDrafts();
void refreshSession();
if (!inlinedRegistry()) void refreshRegistry().catch(() => undefined);

const place = document.getElementById('shell');
if (place && provided) {
  const app = (
    <KitProviders name="shell">
      <BrowserRouter>
        <Shell ready={startAreas} drawn={drawnArea()} />
      </BrowserRouter>
    </KitProviders>
  );
  const options = { identifierPrefix: ID_PREFIX };
  // Rendered in short pieces, so that the page reacts to scrolling in between.
  startTransition(() => {
    if (place.firstElementChild) hydrateRoot(place, app, options);
    else createRoot(place, options).render(app);
  });
}
