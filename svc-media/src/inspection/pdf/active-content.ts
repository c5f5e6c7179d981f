import { L } from '@portal/contract-kit';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';

/** The reasons for which a PDF is refused. Each completes the sentence "The PDF holds …". */
export const REASONS = {
  script: L('a script', 'um script'),
  scriptForm: L('a form with scripts', 'um formulário com scripts'),
  launch: L('a program start', 'o arranque de um programa'),
  embeddedFile: L('an embedded file', 'um ficheiro incorporado'),
  media: L('embedded media', 'multimédia incorporada'),
  sends: L('a form that sends data', 'um formulário que envia dados'),
  automatic: L('an action that starts by itself', 'uma ação que começa sozinha'),
  undrawnForm: L('a form with entries that are not part of its pages', 'um formulário com dados que não fazem parte das páginas'),
  elsewhere: L('a part that is kept in another file', 'uma parte guardada noutro ficheiro'),
  encrypted: L('a password or encryption', 'uma palavra-passe ou cifra'),
  unreadable: L('a part that cannot be inspected', 'uma parte que não pode ser inspecionada'),
};
export type Reason = keyof typeof REASONS;

/** PDF names that no harmless file contains, as a key or as a value. */
const ANYWHERE: Record<string, Reason> = {
  JavaScript: 'script',
  XFA: 'scriptForm',
  Launch: 'launch',
  EmbeddedFile: 'embeddedFile',
  EmbeddedFiles: 'embeddedFile',
  FileAttachment: 'embeddedFile',
  GoToE: 'embeddedFile',
  RichMedia: 'media',
  Rendition: 'media',
  ImportData: 'sends',
  SubmitForm: 'sends',
};
const AS_KEY: Record<string, Reason> = { JS: 'script', EF: 'embeddedFile', Collection: 'embeddedFile', AA: 'automatic' };
/** Types of actions and annotations. */
const AS_KIND: Record<string, Reason> = { Movie: 'media', Sound: 'media', Screen: 'media', '3D': 'media', GoTo3DView: 'media', RichMediaExecute: 'media' };
const KINDS = ['S', 'Subtype'].map((name) => PDFName.of(name));
const [TYPE, CATALOG, OPEN_ACTION, FILE, FIRST, N, S, GO_TO] = ['Type', 'Catalog', 'OpenAction', 'F', 'First', 'N', 'S', 'GoTo'].map((name) =>
  PDFName.of(name),
);

/** Looks for active content in every parsed object, even in objects that no other object refers to. */
export function activeContentOf(context: PDFContext): Reason | undefined {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const reason = search(object);
    if (reason) return reason;
  }
  return undefined;
}

function search(object: PDFObject): Reason | undefined {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    let reason: Reason | undefined;
    if (next instanceof PDFName) reason = reasonFor(ANYWHERE, next);
    else if (next instanceof PDFArray) for (const item of next.asArray()) waiting.push(item);
    else if (next instanceof PDFRawStream) {
      // A PDF reader may treat a stream without a type as an object stream. A stream with a file name has its content in another file.
      if (next.dict.has(FILE)) reason = 'elsewhere';
      else if (next.dict.has(FIRST) && next.dict.has(N)) reason = 'unreadable';
      waiting.push(next.dict);
    } else if (next instanceof PDFDict) {
      reason = searchDict(next);
      for (const value of next.values()) waiting.push(value);
    }
    if (reason) return reason;
  }
  return undefined;
}

function searchDict(dict: PDFDict): Reason | undefined {
  for (const [key, value] of dict.entries()) {
    const reason =
      reasonFor(ANYWHERE, key) ?? reasonFor(AS_KEY, key) ?? (KINDS.includes(key) && value instanceof PDFName ? reasonFor(AS_KIND, value) : undefined);
    if (reason) return reason;
  }
  return dict.get(TYPE) === CATALOG && startsSomething(dict) ? 'automatic' : undefined;
}

/** Whether opening the document starts an action. Many programs store the page at which a document opens; any other action is suspicious. */
function startsSomething(catalog: PDFDict): boolean {
  const action = catalog.lookup(OPEN_ACTION);
  return action instanceof PDFDict && action.lookup(S) !== GO_TO;
}

const reasonFor = (reasons: Record<string, Reason>, name: PDFName): Reason | undefined => {
  const text = name.decodeText();
  return Object.hasOwn(reasons, text) ? reasons[text] : undefined;
};
