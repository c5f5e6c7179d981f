/** What a message says, before it has a form: text, HTML or a short message. */
import type { Bilingual, Language } from '@portal/contract-kit';
import type { MessageEvent } from './message-events.ts';

export interface Letter {
  event: MessageEvent;
  /** The reader's; missing where it is not known. Then everything is said in both. */
  language?: Language;
  /** Must hold no personal data: locked screens show it. */
  subject: Bilingual;
  paragraphs: readonly Bilingual[];
  /** A value may have several lines. */
  facts?: readonly { name: Bilingual; value: Bilingual }[];
  /** A one-time code. */
  code?: string;
  link?: { label: Bilingual; url: string };
  /** QR codes to show at a gate: the address in each, and whose it is, in one line or two. */
  qr?: readonly { url: string; caption: string }[];
  /** The public page that says whether the document exists. */
  genuine?: string;
  /** The same in one line, for a telephone. The link follows it. */
  short?: Bilingual;
  /** Where the reader refuses further messages like this one. */
  stop?: string;
}
