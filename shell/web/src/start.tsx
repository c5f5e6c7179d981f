import { addTexts, BrowserRouter, initI18n, KitProviders, refreshSession, setPortalName } from '@portal/web-kit';
import { createRoot } from 'react-dom/client';
import { startAreas } from './areas/applications.ts';
import { Shell } from './layout/shell.tsx';
import { portalName } from './page-settings.ts';
import { provided } from './provide.ts';
import { inlinedRegistry, refreshRegistry } from './registry.ts';
import { en } from './texts/en.ts';
import { pt } from './texts/pt.ts';

addTexts('shell', { en, pt });
initI18n(document.documentElement.lang);
setPortalName(portalName());
void refreshSession();
if (!inlinedRegistry()) void refreshRegistry().catch(() => undefined);

const place = document.getElementById('shell');
if (place && provided) {
  createRoot(place).render(
    <KitProviders name="shell">
      <BrowserRouter>
        <Shell ready={startAreas} />
      </BrowserRouter>
    </KitProviders>,
  );
}
