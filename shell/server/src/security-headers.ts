import { type GatewaySettings, listOf } from './settings.ts';

/**
 * The page may load only its own files and those of the remotes' origins, and no other site may frame it.
 * It may frame its own files, to show attachments in place.
 */
export function pagePolicy(settings: Pick<GatewaySettings, 'publicUrl' | 'oidcIssuer' | 'remoteOrigins'>): string {
  const code = ["'self'", ...listOf(settings.remoteOrigins)].join(' ');
  // Browsers check a form's target after redirects too: sign-out by a plain form ends at the provider.
  const provider = new URL(settings.oidcIssuer).origin;
  const forms = provider === settings.publicUrl ? "'self'" : `'self' ${provider}`;
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
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    // Trusted types: text becomes neither HTML nor code, and an address becomes a script only through the shell's policy.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    ...(settings.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** A page without script: it runs nothing, and its form can be sent to this portal alone. */
export function plainPolicy({ publicUrl }: Pick<GatewaySettings, 'publicUrl'>): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** A worker has its own policy: the QR reader compiles WebAssembly there, so that no page has to allow it. */
export const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The worker behind the pages reads files and calls of this portal alone. */
export const offlineWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** The worker that reads passports opens no connection: what it reads cannot be sent. Its code is plain script. */
export const passportWorkerPolicy = "default-src 'none'; script-src 'self'";

/** Responses of the API are never pages. */
export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files and other answers without a policy of their own: opened as a page they load nothing into it, and are in no frame. */
const filePolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Headers of every response. */
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
