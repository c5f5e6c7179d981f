import { sourceOf } from '@portal/contract-kit';
import type { Country } from '../page/country.ts';
import type { GatewaySettings } from '../settings.ts';
import { type AppIcons, THEME } from './app-icons.ts';

/** Builds the web app manifest, which a browser needs to install the portal like an app. */
export function appManifest(
  { portalName }: Pick<GatewaySettings, 'portalName'>,
  country: Country | undefined,
  language: string,
  icons: AppIcons | undefined,
): object {
  const place = country?.name[sourceOf(language)];
  return {
    id: '/',
    name: place ? `${portalName} – ${place}` : portalName,
    short_name: portalName,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: THEME,
    icons: icons?.listed ?? [],
  };
}
