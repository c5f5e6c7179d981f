import { type GatewaySettings, listOf } from './settings.ts';

/** Allows forms to this portal. Browsers also check the target of a form after redirects, and a sign-out by a plain form is redirected to the provider. */
function formTargets({ publicUrl, oidcIssuer }: Pick<GatewaySettings, 'publicUrl' | 'oidcIssuer'>): string {
  const provider = new URL(oidcIssuer).origin;
  return `form-action 'self'${provider === publicUrl ? '' : ` ${provider}`}`;
}

/**
 * Builds the content security policy of pages. A page may load only files of the portal and of the remotes' origins, and no other site may frame it. It may
 * frame its own files, to show attachments in place.
 */
export function pagePolicy(settings: Pick<GatewaySettings, 'publicUrl' | 'oidcIssuer' | 'remoteOrigins'>): string {
  const code = ["'self'", ...listOf(settings.remoteOrigins)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    `font-src ${code}`,
    `connect-src ${code}`,
    `img-src ${code} data: blob:`,
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    formTargets(settings),
    "frame-ancestors 'none'",
    // Trusted types: a text cannot be used as HTML or code, and an address can be used for a script only through the shell's policy.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    ...(settings.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Builds the content security policy of a page without script. The page cannot run any script, and its forms can be sent only to this portal. */
export function plainPolicy(settings: Pick<GatewaySettings, 'publicUrl' | 'oidcIssuer'>): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    formTargets(settings),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(settings.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Content security policy of worker scripts. The QR code reader compiles WebAssembly in a worker, so pages need not allow it. */
export const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Content security policy of the service worker: it may only load files and make calls of this portal. */
export const offlineWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Content security policy of the worker that reads passports. It cannot open connections, so what it reads cannot be sent anywhere. It uses no WebAssembly. */
export const passportWorkerPolicy = "default-src 'none'; script-src 'self'";

/** Content security policy of API responses, which are never pages. */
export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Content security policy of files and other responses without a policy of their own. Opened as a page, they cannot embed plug-ins and cannot be framed. */
const filePolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Returns the headers that every response has. */
export function commonHeaders(settings: Pick<GatewaySettings, 'publicUrl'>): Record<string, string> {
  return {
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Addresses hold document ids, so no referrer is sent, not even to this site.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
    ...(settings.publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
