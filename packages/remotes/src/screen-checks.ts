import { type BuildFiles, sha384 } from './build-files.ts';
import { asList, baseOf, isPath, isWithin } from './entry-checks.ts';
import { type RemoteJson, renderingsOf, type ScreenRendering } from './registry.ts';

/** Content of the file of a pre-rendered screen. */
export interface ScreenFile {
  /** The title of the page, without the portal's name. */
  title: string;
  html: string;
}

/** The HTML of a screen for all documents that meet the same assumptions (`ScreenCase` of web-kit). */
export interface ScreenCase extends ScreenFile {
  /** What the HTML assumes about the document. Where the document's values are printed, the HTML has a placeholder (hole). */
  assumes: object[];
  /** For a screen with a list: the HTML of each form that a row of the list can take. The rows are inserted at `listHole`. */
  list?: { rows: { html: string; assumes: object[] }[] };
}

/** Placeholder in the HTML where the rows of a list are inserted (the same as in web-kit). */
const listHole = '\uE000l\uE001';

const isScreen = (value: Partial<ScreenFile> | null): value is ScreenFile => typeof value?.title === 'string' && typeof value.html === 'string';
const isRow = (row: { html?: unknown; assumes?: unknown } | null): boolean => typeof row?.html === 'string' && Array.isArray(row.assumes);
const isCase = (value: Partial<ScreenCase> | null): value is ScreenCase => {
  if (!isScreen(value) || !Array.isArray((value as Partial<ScreenCase>).assumes)) return false;
  const { list } = value as ScreenCase;
  return list === undefined || (Array.isArray(list?.rows) && list.rows.every(isRow));
};

/** Parses a file if its hash is the one in the signed entry. Returns undefined otherwise. */
function signed(bytes: Buffer, hash: string | undefined): unknown {
  if (sha384(bytes) !== hash) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Reads the file of a pre-rendered screen.
 * @param hash the integrity hash that the signed entry has for the file
 * @returns undefined when it is not the signed file, or not a pre-rendered screen
 */
export function readScreen(bytes: Buffer, hash: string | undefined): ScreenFile | undefined {
  const screen = signed(bytes, hash) as Partial<ScreenFile> | null;
  return isScreen(screen) ? { title: screen.title, html: screen.html } : undefined;
}

/** Reads the file of a pre-rendered screen that shows one document, in the same way as `readScreen`. */
export function readDocumentScreen(bytes: Buffer, hash: string | undefined): ScreenCase[] | undefined {
  const cases = (signed(bytes, hash) as { cases?: unknown } | null | undefined)?.cases;
  return Array.isArray(cases) && cases.length > 0 && cases.every(isCase) ? cases : undefined;
}

/** Elements that have no end tag. */
const voids = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const foreign = new Set(['script', 'style', 'iframe', 'frame', 'object', 'embed', 'base', 'meta', 'link', 'template', 'noscript', 'html', 'head', 'body']);

/** Matches a tag. The groups are the slash of an end tag, the name, and the attributes. */
const tags = /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/g;

/** Matches the comments that React writes between elements. Other comments are not allowed: browsers and regular expressions disagree about where they end. */
const reactMarks = /<!--[ /$?!&F]{1,3}-->/g;

/**
 * Checks that the HTML of a screen cannot break out of its place in the page: every element is closed, and nothing in the HTML runs or loads code.
 * @returns what is wrong, as the end of a sentence; undefined when nothing is wrong
 */
export function htmlFault(html: string): string | undefined {
  const open: string[] = [];
  const elements = html.replace(reactMarks, '');
  if (elements.includes('<!')) return 'holds a comment';
  for (const [tag, end, name, attributes] of elements.matchAll(tags)) {
    if (attributes.includes(listHole)) return `holds a list among attributes (${tag.slice(0, 60)})`;
    const element = name.toLowerCase();
    if (foreign.has(element)) return `holds the element <${element}>`;
    if (/(^|\s)(on\w+|srcdoc|formaction)\s*=/i.test(attributes.replace(/"[^"]*"|'[^']*'/g, '""'))) return `holds a handler (${tag.slice(0, 60)})`;
    if (/\s(href|src|action)\s*=\s*["']?\s*(javascript|data:text|\uE000)/i.test(attributes)) return `holds an address that runs code (${tag.slice(0, 60)})`;
    if (end) {
      if (open.pop() !== element) return `closes <${element}>, which is not open`;
    } else if (!voids.has(element) && !attributes.endsWith('/')) open.push(element);
  }
  return open.length ? `leaves <${open.at(-1)}> open` : undefined;
}

/** Returns what is wrong with a screen's HTML. Checks each row of a list by itself, and the whole HTML with all rows inserted. */
function screenFault({ html, list: drawn }: ScreenFile & Pick<Partial<ScreenCase>, 'list'>): string | undefined {
  const rows = (drawn?.rows ?? []).map((row) => row.html);
  return [...rows, html, html.replaceAll(listHole, rows.join(''))].map(htmlFault).find(Boolean);
}

/**
 * Checks the pre-rendered screens of a build: their addresses belong to the area, each is rendered in both languages, and their HTML cannot break out of its
 * place in the page.
 * @returns what is wrong, as sentences
 */
export function screenProblems({ remote, files }: { remote: RemoteJson; files: BuildFiles }): string[] {
  const problems: string[] = [];
  for (const [address, screen] of Object.entries(remote.screens ?? {})) {
    if (!asList(remote.prefixes).some((prefix) => isWithin(address, String(prefix))))
      problems.push(`remote.json: the screen "${address}" lies outside the area's prefixes. Build the area again.`);
    if (screen.document !== undefined && !(isPath(screen.document) && address.endsWith('/:id')))
      problems.push(`remote.json: the screen "${address}" names no kind of document. Build the area again.`);
    const wanted = renderingsOf(screen).flatMap((drawing) =>
      [...new Set(['en', 'pt', ...Object.keys((drawing as Partial<ScreenRendering>).html ?? {})])].map((language) => ({
        language,
        url: (drawing as Partial<ScreenRendering>).html?.[language],
      })),
    );
    for (const { language, url } of wanted) {
      const bytes = url?.startsWith(baseOf(remote)) ? files.get(url.slice(baseOf(remote).length)) : undefined;
      const drawn = bytes && (screen.document === undefined ? [readScreen(bytes, sha384(bytes))] : readDocumentScreen(bytes, sha384(bytes)));
      if (!drawn?.[0]) problems.push(`remote.json: the screen "${address}" has no HTML in "${language}". Build the area again.`);
      const fault = drawn?.map((part) => part && screenFault(part)).find(Boolean);
      if (fault) problems.push(`${url}: the HTML ${fault}. The page would not hold it; change what the screen draws.`);
    }
  }
  return problems;
}
