import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { at, foldersWith, readJson } from './paths.mjs';
import { PRERENDER_FILE, prerenderConfig } from './webpack/prerender.mjs';

/** The folder in a build that contains the HTML of the first screens. */
const SCREENS = 'screens';

/**
 * @typedef {{ title: string, html: string, settings: Record<string, string>, choices: Record<string, readonly string[]> }} Drawn
 * @typedef {{ cases: object[], settings: Record<string, string> }} DrawnOfDocument
 * @typedef {{ address: string, kind: string }} DocumentScreen
 * @typedef {{ tag: string, texts: object }} LanguagePack
 * @typedef {{ addPack(pack: LanguagePack): void, draw(path: string, language: string, settings: Record<string, string>): Promise<Drawn>, documentScreens: DocumentScreen[],
 *   drawDocument(screen: DocumentScreen, language: string): Promise<DrawnOfDocument>, used(): string[] }} Prerender
 * @typedef {{ html: Record<string, string>, settings: Record<string, string> }} Drawing the file of each language, and the settings of the deployment that its
 *   HTML assumes
 * @typedef {Drawing & { files: string[], variants?: Drawing[], document?: string }} Screen with the files that the screen needs besides the area's own, its
 *   drawings for other settings, and the kind of the document in its address
 */

/** The file in which an area lists its screens that show one document. */
const DOCUMENT_SCREENS = 'src/document-screens.ts';

/** Returns the source of the module that prerenders an area, as a data URL. @param {string} area */
const entryOf = (area) =>
  `data:text/javascript,${encodeURIComponent(`
import { drawAreaScreen, drawDocumentScreen } from '@portal/web-kit/prerender';
import { area } from ${JSON.stringify(at(area, 'src/area.tsx'))};
${existsSync(at(area, DOCUMENT_SCREENS)) ? `export { documentScreens } from ${JSON.stringify(at(area, DOCUMENT_SCREENS))};` : 'export const documentScreens = [];'}
export const drawDocument = (screen, language) => drawDocumentScreen(area, screen, language);
export { addPack } from '@portal/contract-kit';
export const draw = (path, language, settings) => drawAreaScreen(area, path, language, settings);
export const used = () => Object.keys(__webpack_require__.c);
`)}`;

/** The folder of the language packs. */
const PACKS = 'packages/service-kit/src/languages/packs';

/** Reads the language packs that come with the portal. @returns {LanguagePack[]} */
const languagePacks = () =>
  foldersWith('', PACKS).map((tag) => {
    const read = (/** @type {string} */ file) => readJson(at(PACKS, tag, file));
    return { ...read('pack.json'), texts: { ...read('countries.json'), ...read('catalogues.json'), ...read('texts.json') } };
  });

/** Returns the file name of a prerendered screen. @param {string} address @param {string[]} parts the settings for which it is rendered, then the language */
const fileOf = (address, ...parts) => `${SCREENS}/${[address.slice(1).replaceAll('/', '.').replace(':', ''), ...parts].join('.')}.json`;

/**
 * Prerenders the public first screens of an area in every language, and writes them beside its bundle.
 * @param {{ name: string, title: Record<string, string>, menu: { path: string, audience: string }[] }} area
 * @param {string} dir of its bundle
 * @param {import('webpack').Stats} stats of its bundle
 * @returns {Promise<Record<string, Screen>>} by address, with files relative to the bundle
 */
export async function drawScreens({ name, title, menu }, dir, stats) {
  const out = at('.cache', 'prerender', name);
  await bundle(prerenderConfig({ dir: name, entry: entryOf(name), out }));
  // Use the production build of React, as the bundle does.
  process.env.NODE_ENV = 'production';
  const require = createRequire(import.meta.url);
  const file = path.join(out, PRERENDER_FILE);
  /** @type {Record<string, Screen>} */
  const screens = {};
  mkdirSync(path.join(dir, SCREENS), { recursive: true });
  /** Loads the module anew for each screen, to find out which modules that screen needs. @returns {Prerender} */
  const load = () => {
    delete require.cache[file];
    return require(file);
  };
  /** @param {Prerender} module */
  const filesOf = ({ used }) =>
    filesWith(
      stats,
      used().map((module) => at(name, module)),
    );
  const packs = languagePacks();
  const { addPack } = load();
  for (const pack of packs) addPack(pack);
  const languages = [...Object.keys(title), ...packs.map(({ tag }) => tag)];
  for (const address of menu.filter(({ audience }) => audience === 'public').map((entry) => entry.path)) {
    const module = load();
    /** @type {Record<string, readonly string[]>} */
    const choices = {};
    /** @param {Record<string, string>} given @returns {Promise<Drawing>} */
    const drawFor = async (given) => {
      /** @type {Drawing} */
      const drawing = { html: {}, settings: { ...given } };
      for (const language of languages) {
        const { settings, choices: more, ...drawn } = await module.draw(address, language, given);
        Object.assign(drawing.settings, settings);
        Object.assign(choices, more);
        const file = fileOf(address, ...Object.values(given), language);
        drawing.html[language] = file;
        writeFileSync(path.join(dir, file), JSON.stringify(drawn));
      }
      return drawing;
    };
    const first = await drawFor({});
    /** @type {Drawing[]} */
    const variants = [];
    for (const [name, values] of Object.entries(choices))
      for (const value of values) if (first.settings[name] !== value) variants.push(await drawFor({ [name]: value }));
    screens[address] = {
      ...first,
      files: filesOf(module),
      ...(variants.length ? { variants } : {}),
    };
  }
  for (const { address } of load().documentScreens) {
    const module = load();
    const screen = /** @type {DocumentScreen} */ (module.documentScreens.find((one) => one.address === address));
    /** @type {Drawing} */
    const drawing = { html: {}, settings: {} };
    for (const language of languages) {
      const { cases, settings } = await module.drawDocument(screen, language);
      Object.assign(drawing.settings, settings);
      drawing.html[language] = fileOf(address, language);
      writeFileSync(path.join(dir, drawing.html[language]), JSON.stringify({ cases }));
    }
    screens[address] = { ...drawing, files: filesOf(module), document: screen.kind };
  }
  return screens;
}

/**
 * Returns the files that a browser loads for the modules in this list that are loaded with import().
 * @param {import('webpack').Stats} stats
 * @param {string[]} modules absolute paths
 * @returns {string[]}
 */
function filesWith({ compilation }, modules) {
  const wanted = new Set(modules);
  const asked = compilation.chunkGroups.filter((group) =>
    [...group.blocksIterable].some((block) => block.dependencies.some((dependency) => wanted.has(resourceOf(compilation.moduleGraph.getModule(dependency))))),
  );
  return [...new Set(asked.flatMap(({ chunks }) => chunks.flatMap(({ files }) => [...files])))];
}

/**
 * Returns the source file of a module; for concatenated modules, the file of the root module. @param {import('webpack').Module | null} module @returns {string}
 */
function resourceOf(module) {
  const { rootModule, resource } = /** @type {{ rootModule?: import('webpack').Module, resource?: string }} */ (/** @type {unknown} */ (module ?? {}));
  return rootModule ? resourceOf(rootModule) : (resource ?? '');
}
