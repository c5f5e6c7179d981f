/**
 * A printed form described as data. A service describes the content of the pages; the render worker of svc-media draws them. Texts are final (translated and
 * formatted); nothing is computed during drawing.
 */
export interface PrintLayout {
  /** `form`: A4 pages with header, footer and page numbers. `card`: one ID-1 card (85.6 mm by 54 mm), front and back. */
  page: 'form' | 'card';
  /** BCP 47 tag of the document's language. */
  language: string;
  /** `rtl` mirrors the pages for a language that is written from right to left. Without it, pages are read from left to right. */
  direction?: 'ltr' | 'rtl';
  /** The name of the organisation, on the line above the title. */
  issuer: string;
  title: string;
  subtitle?: string;
  reference: string;
  /** The person or thing that the form is about, such as a traveller's name. Printed with the reference at the top of every page. */
  holder?: string;
  /** A word in a box, such as the lane or the licence status. `tone` sets colour and shape; the word alone must carry the meaning. */
  badge?: { text: string; tone: 'good' | 'bad' | 'warn' | 'plain' };
  /** Text encoded in the QR code at the top right (form) or on the back (card). */
  qr?: { text: string; caption: string };
  /** uid of a stored photo in svc-media, drawn beside the first section or on the card's front. */
  photoUid?: string;
  blocks: PrintBlock[];
  footer: string;
  /** Forms that follow in the same file, each starting on a new page. */
  following?: PrintLayout[];
}

export type PrintBlock =
  /** Values with labels beside the section title, as many side by side as fit. */
  | { kind: 'section'; title: string; rows: { label: string; value: string }[] }
  /** Questions, each with a short answer. */
  | { kind: 'answers'; title: string; items: { question: string; answer: string }[] }
  | { kind: 'table'; title: string; columns: { title: string; width: number; align?: 'left' | 'right' }[]; rows: string[][]; total?: string[] }
  | { kind: 'paragraph'; title?: string; text: string }
  /** QR codes side by side, each with a description. */
  | { kind: 'codes'; items: { text: string; title: string; lines: string[] }[] }
  /** Ruled lines for signatures. */
  | { kind: 'signatures'; lines: string[] };

/** Payload of a `render` job. `key` is `<service>/<documentId>/<version>/<form>`. */
export interface RenderJob {
  key: string;
  layout: PrintLayout;
}
