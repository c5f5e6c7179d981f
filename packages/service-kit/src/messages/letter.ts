/** The content of a message, before it is rendered as text, HTML or a short message. */
import type { Bilingual, Language } from '@portal/contract-kit';
import type { MessageEvent } from './message-events.ts';

interface LetterLink {
  label: Bilingual;
  url: string;
}

export interface Letter {
  event: MessageEvent;
  /** The reader's language. Where it is missing, the message is written in English and Portuguese. */
  language?: Language;
  /** The subject must not contain personal data, because locked screens show it. */
  subject: Bilingual;
  paragraphs: readonly Bilingual[];
  /** Facts about the document, each with its name. A value may have several lines. */
  facts?: readonly { name: Bilingual; value: Bilingual }[];
  /** A one-time code. */
  code?: string;
  link?: LetterLink;
  /** Further links, if the message is about several documents. */
  moreLinks?: readonly LetterLink[];
  /** QR codes. Each has its URL and a caption of one or two lines that says whose code it is. */
  qr?: readonly { url: string; caption: string }[];
  /** The codes are those of an application, which allows nothing yet: the message does not say that an officer asks for them. */
  isApplication?: boolean;
  /** URL of the public page that confirms that the document exists. */
  genuine?: string;
  /** The message in one line, for SMS. The link follows it. */
  short?: Bilingual;
  /** URL of the page where the reader can turn off messages like this one. */
  stop?: string;
}
