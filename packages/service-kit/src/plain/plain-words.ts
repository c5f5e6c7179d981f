/** Texts that only the pages without script use. The texts around fields are `formWords` of the contract kit. */
import { type Bilingual, L, sentence } from '@portal/contract-kit';
import type { PlainNotice } from './plain-form.ts';

export const plainWords = {
  caption: L('Without script', 'Sem scripts'),
  about: L(
    'All questions are on this page. Some are for certain travellers only: leave out what does not apply to you. It is for one person: anyone who travels with you fills in a form of their own.',
    'Todas as perguntas estão nesta página. Algumas são só para certos viajantes: deixe em branco o que não se aplica a si. É para uma pessoa: quem viaja consigo preenche um formulário próprio.',
  ),
  language: L('Language', 'Idioma'),
  change: L('Change', 'Alterar'),
  search: L('Type the name or the code', 'Escreva o nome ou o código'),
  lineLimit: (most: number) => sentence('At most {{most}} characters', 'No máximo {{most}} caracteres', { most }),
  keyMissing: L(
    'This page was open for too long or is incomplete. Check your answers and send it again.',
    'Esta página esteve aberta demasiado tempo ou está incompleta. Verifique as suas respostas e envie de novo.',
  ),
  sentBefore: L(
    'You have sent this form before, with other answers, and it is registered. Send it again only to register another declaration.',
    'Já enviou este formulário, com outras respostas, e está registado. Envie-o de novo só para registar outra declaração.',
  ),
  keep: L('Keep the address of this page: it is your key to what you have registered.', 'Guarde o endereço desta página: é a chave do que registou.'),
  qrAlt: (reference: string) => sentence('QR code for {{reference}}', 'Código QR de {{reference}}', { reference }),
  downloadForm: L('Download the form (PDF)', 'Descarregar o formulário (PDF)'),
} as const;

export const noticeWords: Record<PlainNotice, Bilingual> = {
  'session-ended': L(
    'Your session has ended. Your answers are still here: send them again without signing in, or sign in first.',
    'A sua sessão terminou. As suas respostas continuam aqui: envie-as de novo sem iniciar sessão, ou inicie sessão primeiro.',
  ),
  'token-expired': L(
    'This page was open for too long. Your answers are still here: check them and send them again.',
    'Esta página esteve aberta demasiado tempo. As suas respostas continuam aqui: verifique-as e envie-as de novo.',
  ),
};
