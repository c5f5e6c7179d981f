import { addTexts, BrowserRouter, guardDrafts, initI18n, KitProviders, refreshSession, setPortalName } from '@portal/web-kit';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startAreas } from './areas/applications.ts';
import { installGuard } from './areas/guard.ts';
import { Shell } from './layout/shell.tsx';
import { takeOverride } from './overrides.ts';
import { portalName } from './page-settings.ts';
import { provided } from './provide.ts';
import { inlinedRegistry, refreshRegistry } from './registry.ts';
import { startTelemetry } from './telemetry/start.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

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
  const root = createRoot(place);
  // Rendered in short pieces, so that the page reacts to scrolling in between.
  startTransition(() =>
    root.render(
      <KitProviders name="shell">
        <BrowserRouter>
          <Shell ready={startAreas} />
        </BrowserRouter>
      </KitProviders>,
    ),
  );
}
