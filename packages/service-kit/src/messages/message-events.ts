/** The events that people are notified of, and which of these messages can be turned off. */
import { type Bilingual, L } from '@portal/contract-kit';

/** Events of a document, of which its applicant is notified. */
export const documentEvents = ['registered', 'changed', 'decided', 'queried', 'to-pay', 'paid', 'about-to-expire', 'overdue', 'query-open'] as const;
export type DocumentEvent = (typeof documentEvents)[number];
/** Events of a document whose messages go to its applicant. */
export const applicantEvents: readonly MessageEvent[] = [...documentEvents, 'code'];
/** All events: those of documents, one-time codes, days of travel that may be declared now, and messages to officials. */
export type MessageEvent = DocumentEvent | 'code' | 'window-open' | 'answered' | 'mentioned' | 'cases-overdue';

/** Names of the events in the list of messages that officials see. */
export const eventNames: Readonly<Record<MessageEvent, Bilingual>> = {
  registered: L('Confirmation of registration', 'Confirmação do registo'),
  changed: L('Change', 'Alteração'),
  decided: L('Decision', 'Decisão'),
  queried: L('Question', 'Pergunta'),
  'to-pay': L('Amount to pay', 'Valor a pagar'),
  paid: L('Payment received', 'Pagamento recebido'),
  'about-to-expire': L('Reminder: it ends soon', 'Lembrete: termina em breve'),
  overdue: L('Reminder: overdue', 'Lembrete: fora do prazo'),
  'query-open': L('Reminder: a question waits for an answer', 'Lembrete: uma pergunta aguarda resposta'),
  code: L('One-time code', 'Código de utilização única'),
  'window-open': L('Reminder: the form is open', 'Lembrete: o formulário está aberto'),
  answered: L('Answer, to the official who asked', 'Resposta, ao funcionário que perguntou'),
  mentioned: L('Mention in a note, to an official', 'Menção numa nota, a um funcionário'),
  'cases-overdue': L('Overdue cases, to a supervisor', 'Casos fora do prazo, a um supervisor'),
};

/** The two kinds of messages that a person can turn off. The office must send all others: a decision, a question, a sum to pay, a code. */
export const choices = ['news', 'reminders'] as const;
export type Choice = (typeof choices)[number];

const choiceOf: Partial<Record<MessageEvent, Choice>> = {
  changed: 'news',
  paid: 'news',
  'about-to-expire': 'reminders',
  'query-open': 'reminders',
};

/** Returns the kind to which the messages of an event belong; undefined where they cannot be turned off. */
export const choiceFor = (event: MessageEvent): Choice | undefined => choiceOf[event];
