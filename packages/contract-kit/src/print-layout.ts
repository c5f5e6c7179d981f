/**
 * A printed form as data. A service describes the content of the page; the render worker of svc-media draws it.
 * Texts are final (translated, formatted); nothing is computed while drawing.
 */
export interface PrintLayout {
  /** `form`: A4 pages with header, footer and page numbers. `card`: one ID-1 card (85.6 mm by 54 mm), front and back. */
  page: 'form' | 'card';
  /** BCP 47 tag of the document's language. */
  language: string;
  /** `rtl` mirrors the pages for a language that is written from right to left. Without it pages are read from left to right. */
  direction?: 'ltr' | 'rtl';
  /** Organisation line above the title. */
  issuer: string;
  title: string;
  subtitle?: string;
  reference: string;
  /** Whom or what it is about, such as a traveller's name. It stands with the reference at the top of every page. */
  holder?: string;
  /** A boxed word, such as the lane or the standing. `tone` sets colour and shape; the word alone must carry the meaning. */
  badge?: { text: string; tone: 'good' | 'bad' | 'warn' | 'plain' };
  /** Text encoded in the QR code at the top right (form) or on the back (card). */
  qr?: { text: string; caption: string };
  /** uid of a stored photo in svc-media, drawn beside the first section or on the card's front. */
  photoUid?: string;
  blocks: PrintBlock[];
  footer: string;
  /** Forms that follow in the same file, each from a new page. */
  following?: PrintLayout[];
}

export type PrintBlock =
  /** Labelled values beside their title, as many side by side as fit. */
  | { kind: 'section'; title: string; rows: { label: string; value: string }[] }
  /** Questions, each with its short answer. */
  | { kind: 'answers'; title: string; items: { question: string; answer: string }[] }
  | { kind: 'table'; title: string; columns: { title: string; width: number; align?: 'left' | 'right' }[]; rows: string[][]; total?: string[] }
  | { kind: 'paragraph'; title?: string; text: string }
  /** QR codes side by side, each with what it is. */
  | { kind: 'codes'; items: { text: string; title: string; lines: string[] }[] }
  /** Ruled lines for signatures. */
  | { kind: 'signatures'; lines: string[] };

/** Payload of a `render` job. `key` is `<service>/<documentId>/<version>/<form>`. */
export interface RenderJob {
  key: string;
  layout: PrintLayout;
}
