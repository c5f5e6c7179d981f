/** What applicants are told of their documents. */
import { type Bilingual, inBoth, L } from '@portal/contract-kit';
import type { Letter } from './letter.ts';
import type { DocumentEvent } from './message-events.ts';

/** What the words of a letter need to know of its document. */
export interface LetterFacts {
  title: Bilingual;
  reference: string;
  status: Bilingual;
  /** What the applicant has to do next. */
  next?: Bilingual;
  /** What is due now. */
  due?: Bilingual;
  /** The receipt that was recorded last. */
  receipt?: { reference: string; amount: Bilingual };
  /** What a reminder says. */
  says?: Bilingual;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** A sentence in both languages, with the kind of document in each. */
const about = (title: Bilingual, en: (title: string) => string, pt: (title: string) => string): Bilingual => L(en(lower(title.en)), pt(lower(title.pt)));

interface Words {
  subject(title: Bilingual): Bilingual;
  paragraphs(facts: LetterFacts): Bilingual[];
}

const letters: Record<DocumentEvent, Words> = {
  registered: {
    subject: (t) =>
      about(
        t,
        (en) => `Registered: your ${en}`,
        (pt) => `Registo efetuado: ${pt}`,
      ),
    paragraphs: ({ title }) => [
      about(
        title,
        (en) => `Your ${en} is registered. Keep this message: it opens your document again.`,
        (pt) => `O registo está feito (${pt}). Guarde esta mensagem: com ela volta a abrir o seu documento.`,
      ),
    ],
  },
  changed: {
    subject: (t) =>
      about(
        t,
        (en) => `Changed: your ${en}`,
        (pt) => `Alteração: ${pt}`,
      ),
    paragraphs: ({ title }) => [
      about(
        title,
        (en) => `Something on your ${en} has changed. If you did not expect this, open it and look.`,
        (pt) => `Algo mudou no seu documento (${pt}). Se não o esperava, abra-o e verifique.`,
      ),
    ],
  },
  decided: {
    subject: (t) =>
      about(
        t,
        (en) => `A decision on your ${en}`,
        (pt) => `Uma decisão sobre o seu documento: ${pt}`,
      ),
    paragraphs: () => [
      L('The office has decided. What it wrote is on the page of your document.', 'O serviço decidiu. O que escreveu está na página do seu documento.'),
    ],
  },
  queried: {
    subject: (t) =>
      about(
        t,
        (en) => `A question about your ${en}`,
        (pt) => `Uma pergunta sobre o seu documento: ${pt}`,
      ),
    paragraphs: () => [
      L(
        'The office needs something from you before it can go on. Read it and answer on the page of your document.',
        'O serviço precisa de algo seu para poder continuar. Leia e responda na página do seu documento.',
      ),
    ],
  },
  'to-pay': {
    subject: (t) =>
      about(
        t,
        (en) => `To pay for your ${en}`,
        (pt) => `A pagar: ${pt}`,
      ),
    paragraphs: () => [
      L(
        'A fee is due now. Pay it at the cashier of the office with this reference.',
        'Há uma taxa a pagar. Pague na tesouraria do serviço com esta referência.',
      ),
    ],
  },
  paid: {
    subject: (t) =>
      about(
        t,
        (en) => `Payment received for your ${en}`,
        (pt) => `Pagamento recebido: ${pt}`,
      ),
    paragraphs: () => [L('We have received your payment.', 'Recebemos o seu pagamento.')],
  },
  'about-to-expire': {
    subject: (t) =>
      about(
        t,
        (en) => `Your ${en} ends soon`,
        (pt) => `Termina em breve: ${pt}`,
      ),
    paragraphs: ({ says }) => (says ? [says] : []),
  },
  overdue: {
    subject: (t) =>
      about(
        t,
        (en) => `Overdue: your ${en}`,
        (pt) => `Fora do prazo: ${pt}`,
      ),
    paragraphs: ({ says }) => (says ? [says] : []),
  },
  'query-open': {
    subject: (t) =>
      about(
        t,
        (en) => `A question still waits: your ${en}`,
        (pt) => `Uma pergunta continua à espera: ${pt}`,
      ),
    paragraphs: () => [
      L('The office asked you something and cannot go on without your answer.', 'O serviço fez-lhe uma pergunta e não pode continuar sem a sua resposta.'),
    ],
  },
};

/** The letter of an event on a document, without its links. */
export function documentLetter(event: DocumentEvent, facts: LetterFacts): Pick<Letter, 'event' | 'subject' | 'paragraphs' | 'facts' | 'short'> {
  const { subject, paragraphs } = letters[event];
  const { title, reference, status, next, due, receipt } = facts;
  const said = paragraphs(facts);
  const first = said[0] ?? L('', '');
  return {
    event,
    subject: subject(title),
    paragraphs: said,
    facts: [
      { name: L('Reference', 'Referência'), value: inBoth(reference) },
      { name: L('Status', 'Estado'), value: status },
      ...(event === 'paid' && receipt
        ? [
            { name: L('Receipt', 'Recibo'), value: inBoth(receipt.reference) },
            { name: L('Amount', 'Valor'), value: receipt.amount },
          ]
        : []),
      ...(due ? [{ name: L('To pay', 'A pagar'), value: due }] : []),
      ...(next ? [{ name: L('What you do next', 'O que fazer a seguir'), value: next }] : []),
    ],
    short: L(`${reference}, ${status.en}. ${first.en}`, `${reference}, ${status.pt}. ${first.pt}`),
  };
}
