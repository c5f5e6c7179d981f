import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { billOfBundle, buildJson } from './bill-of-materials.mjs';
import { bundle } from './bundle.mjs';
import { at, filesBelow, readJson, root } from './paths.mjs';
import { drawScreens } from './prerender.mjs';
import { versionOf } from './stamp.mjs';
import { countryFiles } from './targets.mjs';
import { prerenderConfig } from './webpack/prerender.mjs';
import { globalName, LIFECYCLES, remoteConfig } from './webpack/remote.mjs';
import { AREA_CHUNKS, firstScriptConfig, hostManifest, OFFLINE_PARTS, offlineWorkerConfig, shellConfig } from './webpack/shell.mjs';

/** @param {Buffer} bytes */
const sha384 = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** @param {string} dir */
const outputsOf = (dir) => filesBelow(dir).map((file) => path.relative(root, path.join(dir, file)));

/** Adds the integrity hash of each file to its tag in the host page. @param {string} dir */
function addIntegrity(dir) {
  const page = path.join(dir, 'index.html');
  const html = readFileSync(page, 'utf8').replace(
    /<(script|link)\b[^>]*?(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g,
    (tag, _name, file) => `${tag} integrity="${sha384(readFileSync(path.join(dir, file)))}"`,
  );
  writeFileSync(page, html);
}

/** Adds the script tag of the first script to the host page. @param {string} dir @param {import('webpack').Stats} stats of its bundle */
function addFirstScript(dir, stats) {
  const page = path.join(dir, 'index.html');
  const [file] = filesOf(stats, (chunk) => chunk === 'first');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<!--FIRST-SCRIPT-->', `<script defer src="/${file}"></script>`));
}

/** Copies the pictures of the manual beside a bundle, where the page looks for them. @param {string} from @param {string} dir */
function addHelpPictures(from, dir) {
  if (existsSync(from)) cpSync(from, path.join(dir, 'help'), { recursive: true });
}

/** Bundles the host page into `shell/dist/web`. @returns {Promise<string[]>} the written files */
export async function buildShell() {
  const config = shellConfig();
  const stats = await bundle(config);
  const first = await bundle(firstScriptConfig());
  addFirstScript(config.output.path, first);
  await bundle(offlineWorkerConfig());
  addIntegrity(config.output.path);
  writeFileSync(path.join(config.output.path, 'mf-manifest.json'), `${JSON.stringify(hostManifest(), null, 2)}\n`);
  addHelpPictures(at('shell/web/src/pages/help/pictures'), config.output.path);
  const country = path.join(config.output.path, 'country');
  mkdirSync(country);
  for (const file of countryFiles) copyFileSync(at(file), path.join(country, path.basename(file)));
  // The gateway renders pages with this module. It is in a hidden folder, because hidden folders are not served.
  await bundle(prerenderConfig({ dir: 'shell', entry: './web/src/prerender.tsx', out: path.join(config.output.path, '.page'), whole: true }));
  // The gateway adds preload tags for these files if the requested address belongs to an area.
  writeFileSync(path.join(config.output.path, 'area-preload.json'), JSON.stringify(filesOfGroups(stats, AREA_CHUNKS).map((file) => `/${file}`)));
  /** @param {string[]} files */
  const addresses = (files) => files.map((file) => `/${file}`);
  const kept = { pages: addresses([...filesOf(first, (chunk) => chunk === 'first'), ...offlineFiles(stats)]), scanner: addresses(scannerFiles(stats)) };
  writeFileSync(path.join(config.output.path, 'offline-files.json'), JSON.stringify(kept));
  const sbom = billOfBundle(stats, { name: 'shell', version: readJson(at('shell/package.json')).version });
  writeFileSync(path.join(config.output.path, '.page/sbom.cdx.json'), JSON.stringify(sbom));
  return outputsOf(config.output.path);
}

/**
 * Returns the files of the shell that the public pages need offline: those of every page, those that run areas, and the parts in `OFFLINE_PARTS`. @param
 * {import('webpack').Stats} stats
 */
function offlineFiles({ compilation }) {
  const groups = compilation.chunkGroups.filter(
    (group) => group.isInitial() || AREA_CHUNKS.includes(group.name ?? '') || group.origins.some(({ request }) => OFFLINE_PARTS.test(request ?? '')),
  );
  const fonts = Object.keys(compilation.assets).filter((file) => file.endsWith('.woff2'));
  return [...new Set([...groups.flatMap(({ chunks }) => chunks.flatMap(({ files }) => [...files])), ...fonts])];
}

/** Returns the files of the QR code scanner, which a gate needs in addition to its page. @param {import('webpack').Stats} stats */
const scannerFiles = ({ compilation }) => Object.keys(compilation.assets).filter((file) => /(^|\/)decode-worker\.|\.wasm$/.test(file));

/**
 * Bundles a remote into `<name>/dist` with its `remote.json`: area, version, entry, integrity map, preload list.
 * @param {string} name of the remote
 * @param {string} hash over all of its inputs; the version contains the first digits of the hash
 * @returns {Promise<string[]>} the written files
 */
export async function buildRemote(name, hash) {
  const area = readJson(at(name, 'area.json'));
  const { version: release } = readJson(at(name, 'package.json'));
  const version = versionOf(release, hash);
  const dir = at(name, 'dist');
  const stats = await bundle(remoteConfig({ name, version }));
  addHelpPictures(at(name, 'src/help/pictures'), dir);
  const screens = await drawScreens(area, dir, stats);
  /** @param {string} file */
  const url = (file) => `/remotes/${name}/${version}/${file}`;
  /** @param {import('./prerender.mjs').Drawing} drawing */
  const published = ({ html, settings }) => ({
    html: Object.fromEntries(Object.entries(html).map(([language, file]) => [language, url(file)])),
    settings,
  });
  writeFileSync(path.join(dir, 'contract.json'), JSON.stringify(contractOf(name)));
  const sbom = JSON.stringify(billOfBundle(stats, { name, version: release }));
  writeFileSync(path.join(dir, 'sbom.cdx.json'), sbom);
  writeFileSync(path.join(dir, 'build.json'), JSON.stringify(buildJson(hash)));
  const files = filesBelow(dir);
  const guarded = files.filter((file) => /\.(js|css|wasm)$|^screens\//.test(file));
  const entry = files.find((file) => /^remoteEntry\.[0-9a-f]+\.js$/.test(file)) ?? 'remoteEntry.js';
  const remote = {
    ...area,
    version,
    global: globalName(name, version),
    entry: url(entry),
    sbom: sha384(Buffer.from(sbom)),
    integrity: Object.fromEntries(guarded.map((file) => [url(file), sha384(readFileSync(path.join(dir, file)))])),
    // The script and the stylesheet that every screen of the area needs.
    preload: [entry, ...filesOf(stats, (chunk) => chunk === LIFECYCLES)].map(url),
    // The HTML of the first screens by language, and the additional files that each screen needs.
    screens: Object.fromEntries(
      Object.entries(screens).map(([address, { files: more, variants, document, ...drawing }]) => [
        address,
        {
          ...published(drawing),
          files: more.map(url),
          ...(variants ? { variants: variants.map(published) } : {}),
          ...(document ? { document } : {}),
        },
      ]),
    ),
  };
  writeFileSync(path.join(dir, 'remote.json'), `${JSON.stringify(remote, null, 2)}\n`);
  return outputsOf(dir);
}

/**
 * Returns the calls that a remote expects its service to answer, so that operators can compare two versions.
 * @param {string} name of the remote
 */
function contractOf(name) {
  const dir = at(name, 'contracts');
  const files = existsSync(dir) ? filesBelow(dir).filter((file) => file.endsWith('.json')) : [];
  return files.flatMap((file) =>
    readJson(path.join(dir, file)).interactions.map((/** @type {{ description: string, request: { method: string, path: string } }} */ each) => ({
      description: each.description,
      method: each.request.method,
      path: each.request.path,
      hash: sha384(Buffer.from(JSON.stringify(each))).slice(7, 19),
    })),
  );
}

/** Returns the files that these named import() calls load. @param {import('webpack').Stats} stats @param {string[]} names */
const filesOfGroups = ({ compilation }, names) => [
  ...new Set(names.flatMap((name) => compilation.namedChunkGroups.get(name)?.chunks.flatMap(({ files }) => [...files]) ?? [])),
];

/** Returns the files of the chunks with a name that matches. @param {import('webpack').Stats} stats @param {(chunk: string) => boolean} matches */
function filesOf(stats, matches) {
  const { chunks = [] } = stats.toJson({ all: false, chunks: true, ids: true });
  return chunks.filter(({ names = [] }) => names.some(matches)).flatMap(({ files = [] }) => files);
}
