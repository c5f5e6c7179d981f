import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CompressedFile } from '../page/compressed-file.ts';
import type { Country } from '../page/country.ts';
import { type FileCache, notFoundText, sendFile } from '../page/files.ts';
import type { RegistryState } from '../page/registry.ts';
import { commonHeaders, offlineWorkerPolicy } from '../security-headers.ts';
import type { GatewaySettings } from '../settings.ts';
import { AppIcons, TOUCH_ICON } from './app-icons.ts';
import { appManifest } from './app-manifest.ts';
import { ManifestKey } from './manifest-key.ts';
import { type DocumentScreens, offlineManifest, type ShellFileList } from './offline-manifest.ts';

export interface OfflineRouteParts {
  settings: GatewaySettings;
  /** Files of the shell. */
  web: FileCache;
  country?: Country;
  cacheControl(personal: boolean): string;
  registryFor(request: FastifyRequest, reply: FastifyReply): Promise<RegistryState>;
  languageOf(request: FastifyRequest): string;
  languages: string[];
  /** Returns the texts of a language; undefined for the languages whose texts are in the code. */
  packOf(language: string): { address: string; file: CompressedFile } | undefined;
  /** Returns the page at an address in the form that is the same for everybody. */
  page(path: string, language: string, state: RegistryState): Promise<CompressedFile | undefined>;
  /** The HTML that an area has published for its documents. */
  cases: DocumentScreens;
  /** Settings of the deployment that pre-rendered screens may depend on. */
  drawnSettings: Record<string, string>;
  /** The content security policy of pages. */
  policy(): string;
}

const WORKER = 'sw.js';
/** A list written by the build: the shell's files that the public pages need, and the files of the QR code reader. */
const SHELL_FILES = 'offline-files.json';
/** Placeholder for the public key in the script of the service worker. */
const KEY_PLACE = '__PORTAL_OFFLINE_KEY__';
const MOST_MANIFESTS = 20;

/**
 * Registers what a device needs to work offline: the service worker, the signed manifest of what it may store, and the files that make the portal installable.
 */
export async function offlineRoutes(app: FastifyInstance, parts: OfflineRouteParts): Promise<void> {
  const { settings, web, country, languages } = parts;
  const key = new ManifestKey(settings.sessionSecret);
  const known = new Map<string, CompressedFile>();
  const workers = new Map<string, CompressedFile>();

  app.get('/offline.json', async (request, reply) => {
    const [template, list, state] = await Promise.all([web.find('index.html'), web.find(SHELL_FILES), parts.registryFor(request, reply)]);
    const language = parts.languageOf(request);
    const id = [template?.etag, list?.etag, state.etag, language].join(' ');
    let file = known.get(id);
    if (!file) {
      const manifest = await offlineManifest({
        state,
        language,
        languages,
        headers: { ...commonHeaders(settings), 'content-security-policy': parts.policy(), 'content-language': language },
        shellFiles: list ? (JSON.parse(list.bytes.toString('utf8')) as ShellFileList) : { pages: [], scanner: [] },
        file: (path) => web.find(path.slice(1)),
        page: parts.page,
        cases: parts.cases,
        settings: parts.drawnSettings,
        pack: parts.packOf(language),
      });
      const text = JSON.stringify(manifest);
      file = new CompressedFile('offline.json', Buffer.from(JSON.stringify({ manifest: text, signature: key.sign(text) })), 6);
      if (known.size >= MOST_MANIFESTS) known.clear();
      known.set(id, file);
    }
    return sendFile(request, reply, file, { cacheControl: 'private, no-cache', vary: 'accept-language, cookie' });
  });

  app.get(`/${WORKER}`, async (request, reply) => {
    const built = await web.find(WORKER);
    if (!built) return notFoundText(reply);
    const worker = workers.get(built.etag) ?? new CompressedFile('sw.js', Buffer.from(built.bytes.toString('utf8').replaceAll(KEY_PLACE, key.publicKey)), 6);
    workers.clear();
    workers.set(built.etag, worker);
    void reply.header('content-security-policy', offlineWorkerPolicy);
    return sendFile(request, reply, worker, { cacheControl: 'no-cache' });
  });

  let icons: { of: Buffer; icons: AppIcons } | undefined;
  /** Returns the emblem of the country; without one, the emblem of the shell. */
  const emblem = async (): Promise<Buffer | undefined> =>
    country?.emblem ? Buffer.from(decodeURIComponent(country.emblem.replace(/^data:image\/svg\+xml,/, ''))) : (await web.find('emblem.svg'))?.bytes;
  const appIcons = async (): Promise<AppIcons | undefined> => {
    const of = await emblem();
    if (of && !icons?.of.equals(of)) icons = { of, icons: new AppIcons(of) };
    return of && icons?.icons;
  };

  app.get('/manifest.webmanifest', async (request, reply) => {
    const language = parts.languageOf(request);
    const manifest = appManifest(settings, country, language, await appIcons());
    const file = new CompressedFile('manifest.webmanifest', Buffer.from(JSON.stringify(manifest)), 6);
    return sendFile(request, reply, file, { cacheControl: 'no-cache', vary: 'accept-language, cookie' });
  });

  app.get('/icon.svg', async (request, reply) => {
    const icon = await emblem();
    if (!icon) return notFoundText(reply);
    // Prevents scripts in the SVG from running when the icon is opened as a page.
    void reply.header('content-security-policy', "default-src 'none'; sandbox");
    return sendFile(request, reply, new CompressedFile('icon.svg', icon, 6));
  });

  for (const address of [TOUCH_ICON, '/icons/:name'])
    app.get(address, async (request, reply) => {
      const png = await (await appIcons())?.find(request.url.split('?', 1)[0] as string);
      return png ? sendFile(request, reply, new CompressedFile('icon.png', png)) : notFoundText(reply);
    });
}
