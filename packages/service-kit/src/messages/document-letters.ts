/** The texts of the messages to applicants about their documents. */
import { type Bilingual, inBoth, insideSentence, L, sentence } from '@portal/contract-kit';
import type { Letter } from './letter.ts';
import type { DocumentEvent } from './message-events.ts';

/** The facts about a document that the text of a message needs. */
export interface LetterFacts {
  title: Bilingual;
  reference: string;
  status: Bilingual;
  /** What the applicant has to do next. */
  next?: Bilingual;
  /** The amount that is due now. */
  due?: Bilingual;
  /** The last receipt that was recorded. */
  receipt?: { reference: string; amount: Bilingual };
  /** Whether the office wrote something with its decision that the applicant may read. */
  hasComment?: boolean;
  /** The text of a reminder. */
  says?: Bilingual;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** Returns the kind of document in a form that fits into a sentence. */
const of = (title: Bilingual) => ({ document: insideSentence(title, lower) });

interface Words {
  subject(title: Bilingual): Bilingual;
  paragraphs(facts: LetterFacts): Bilingual[];
}

const letters: Record<DocumentEvent, Words> = {
  registered: {
    subject: (t) => sentence('Registered: your {{document}}', 'Registo efetuado: {{document}}', of(t)),
    paragraphs: ({ title }) => [
      sentence(
        'Your {{document}} is registered. Keep this message: it opens your document again.',
        'O registo está feito ({{document}}). Guarde esta mensagem: com ela volta a abrir o seu documento.',
        of(title),
      ),
    ],
  },
  changed: {
    subject: (t) => sentence('Changed: your {{document}}', 'Alteração: {{document}}', of(t)),
    paragraphs: ({ title }) => [
      sentence(
        'Something on your {{document}} has changed. If you did not expect this, open it and look.',
        'Algo mudou no seu documento ({{document}}). Se não o esperava, abra-o e verifique.',
        of(title),
      ),
    ],
  },
  decided: {
    subject: (t) => sentence('A decision on your {{document}}', 'Uma decisão sobre o seu documento: {{document}}', of(t)),
    paragraphs: ({ hasComment }) => [
      hasComment
        ? L('The office has decided. What it wrote is on the page of your document.', 'O serviço decidiu. O que escreveu está na página do seu documento.')
        : L(
            'The office has decided. The page of your document shows how things stand.',
            'O serviço decidiu. A página do seu documento mostra a situação atual.',
          ),
    ],
  },
  queried: {
    subject: (t) => sentence('A question about your {{document}}', 'Uma pergunta sobre o seu documento: {{document}}', of(t)),
    paragraphs: () => [
      L(
        'The office needs something from you before it can go on. Read it and answer on the page of your document.',
        'O serviço precisa de algo seu para poder continuar. Leia e responda na página do seu documento.',
      ),
    ],
  },
  'to-pay': {
    subject: (t) => sentence('To pay for your {{document}}', 'A pagar: {{document}}', of(t)),
    paragraphs: () => [
      L(
        'A fee is due now. Pay it at the cashier of the office with this reference.',
        'Há uma taxa a pagar. Pague na tesouraria do serviço com esta referência.',
      ),
    ],
  },
  paid: {
    subject: (t) => sentence('Payment received for your {{document}}', 'Pagamento recebido: {{document}}', of(t)),
    paragraphs: () => [L('We have received your payment.', 'Recebemos o seu pagamento.')],
  },
  'about-to-expire': {
    subject: (t) => sentence('Your {{document}} ends soon', 'Termina em breve: {{document}}', of(t)),
    paragraphs: ({ says }) => (says ? [says] : []),
  },
  overdue: {
    subject: (t) => sentence('Overdue: your {{document}}', 'Fora do prazo: {{document}}', of(t)),
    paragraphs: ({ says }) => (says ? [says] : []),
  },
  'query-open': {
    subject: (t) => sentence('A question still waits: your {{document}}', 'Uma pergunta continua à espera: {{document}}', of(t)),
    paragraphs: () => [
      L('The office asked you something and cannot go on without your answer.', 'O serviço fez-lhe uma pergunta e não pode continuar sem a sua resposta.'),
    ],
  },
};

const referenceFact = (reference: string) => ({ name: L('Reference', 'Referência'), value: inBoth(reference) });

/** Writes the letter of an event of a document, without its links. */
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
      referenceFact(reference),
      { name: L('Status', 'Estado'), value: status },
      ...(event === 'paid' && receipt
        ? [
            { name: L('Receipt', 'Recibo'), value: inBoth(receipt.reference) },
            { name: L('Amount', 'Montante'), value: receipt.amount },
          ]
        : []),
      ...(due ? [{ name: L('To pay', 'A pagar'), value: due }] : []),
      ...(next ? [{ name: L('What you do next', 'O que fazer a seguir'), value: next }] : []),
    ],
    short: sentence('{{reference}}, {{status}}. {{first}}', '{{reference}}, {{status}}. {{first}}', { reference, status, first }),
  };
}

/**
 * Writes the letter to an address to which the messages about a document no longer go, without its links.
 * @param hasOther whether they go to another address now, or to nobody
 */
export function replacedAddressLetter(
  title: Bilingual,
  reference: string,
  hasOther: boolean,
): Pick<Letter, 'event' | 'subject' | 'paragraphs' | 'facts' | 'short'> {
  return {
    event: 'changed',
    subject: letters.changed.subject(title),
    paragraphs: [
      hasOther
        ? sentence(
            'Messages about your {{document}} now go to another address or telephone number. If you did not expect this, ask the office.',
            'As mensagens sobre o seu documento ({{document}}) vão agora para outro endereço ou telefone. Se não o esperava, contacte o serviço.',
            of(title),
          )
        : sentence(
            'Messages about your {{document}} no longer go to this address. If you did not expect this, ask the office.',
            'As mensagens sobre o seu documento ({{document}}) já não são enviadas para este endereço. Se não o esperava, contacte o serviço.',
            of(title),
          ),
    ],
    facts: [referenceFact(reference)],
    short: hasOther
      ? sentence(
          '{{reference}}: messages now go elsewhere. If you did not expect this, ask the office.',
          '{{reference}}: as mensagens vão agora para outro lado. Se não o esperava, contacte o serviço.',
          { reference },
        )
      : sentence(
          '{{reference}}: messages no longer go to this number. If you did not expect this, ask the office.',
          '{{reference}}: as mensagens já não são enviadas para este número. Se não o esperava, contacte o serviço.',
          { reference },
        ),
  };
}
