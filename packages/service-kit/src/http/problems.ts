/** Errors with codes that services throw. One filter maps them to RFC 9457 answers. */
import { type Bilingual, type FieldError, L, type Language, type Problem, say } from '@portal/contract-kit';

const titles: Record<number, Bilingual> = {
  400: L('The request cannot be understood', 'O pedido não pode ser compreendido'),
  401: L('Sign in first', 'Inicie sessão primeiro'),
  403: L('You may not do this', 'Não tem permissão para o fazer'),
  404: L('Not found', 'Não encontrado'),
  408: L('Too slow', 'Demasiado lento'),
  409: L('The document has changed or does not allow this now', 'O documento foi alterado ou não o permite agora'),
  413: L('Too large', 'Demasiado grande'),
  415: L('This type of file is not allowed', 'Este tipo de ficheiro não é permitido'),
  422: L('Some answers are not right', 'Algumas respostas não estão corretas'),
  429: L('Too many requests', 'Demasiados pedidos'),
  431: L('Too long', 'Demasiado longo'),
  500: L('Something went wrong', 'Ocorreu um erro'),
  503: L('Temporarily unavailable', 'Temporariamente indisponível'),
};

/** A text for people: in one language, or in English and Portuguese until the reader's language is known. */
export type LocalisableText = string | Bilingual;
/** Returns the text in the reader's language. */
export const localise = (words: LocalisableText, language: Language): string => (typeof words === 'string' ? words : say(words, language));

/** One error of an answer, before the reader's language is known. */
export type Fault = Omit<FieldError, 'message'> & { message: LocalisableText };

/** Maximum number of characters of a message. A message may repeat what the caller sent; nobody reads a longer one. */
const longestMessage = 2_000;

export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly errors: Fault[],
    readonly extra: { retryAfter?: number; challenge?: string; current?: Problem['current']; claim?: Problem['claim'] } = {},
  ) {
    // Throwing this error is an expected answer, not a fault. Nobody reads its stack trace, and capturing one takes longer than the rest of the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(localise(errors[0]?.message ?? titles[status] ?? '', 'en'));
    Error.stackTraceLimit = stackTraceLimit;
  }

  /** Returns the body of the answer, in the reader's language. */
  toProblem(requestId?: string, language: Language = 'en'): Problem {
    const errors = this.errors.map((error) => ({ ...error, message: localise(error.message, language).slice(0, longestMessage) }));
    return {
      type: 'about:blank',
      title: localise(titles[this.status] ?? 'Error', language),
      status: this.status,
      ...(errors[0] ? { detail: errors[0].message } : {}),
      requestId,
      errors,
      ...(this.extra.current ? { current: this.extra.current } : {}),
      ...(this.extra.claim ? { claim: this.extra.claim } : {}),
    };
  }
}

const one = (status: number, code: string, field: string, message: LocalisableText, extra?: ProblemError['extra']): ProblemError =>
  new ProblemError(status, [{ code, field, message }], extra);

/** Names of the things that `notFound` can report as missing. */
export const missing = {
  document: L('There is no such document', 'Este documento não existe'),
  version: L('There is no such version', 'Esta versão não existe'),
  form: L('There is no such form', 'Este formulário não existe'),
  import: L('There is no such list', 'Esta lista não existe'),
  group: L('There is no such group', 'Este grupo não existe'),
  address: L('There is no such address', 'Este endereço não existe'),
  declaration: L('There is no such declaration', 'Esta declaração não existe'),
  file: L('There is no such file', 'Este ficheiro não existe'),
  photo: L('There is no such photo', 'Esta fotografia não existe'),
  receipt: L('There is no such receipt', 'Este recibo não existe'),
  case: L('There is no such case', 'Este caso não existe'),
  catalogue: L('There is no such catalogue', 'Este catálogo não existe'),
  enumeration: L('There is no such enumeration', 'Esta enumeração não existe'),
  finder: L('There is no such finder', 'Esta pesquisa não existe'),
  job: L('There is no such job', 'Esta tarefa não existe'),
  message: L('There is no such message', 'Esta mensagem não existe'),
  note: L('There is no such note', 'Esta nota não existe'),
  print: L('There is no such print', 'Esta impressão não existe'),
  proposal: L('There is no such proposal', 'Esta proposta não existe'),
  'question set': L('There is no such question set', 'Este conjunto de perguntas não existe'),
  record: L('There is no such record', 'Este registo não existe'),
  reference: L('There is no such reference', 'Esta referência não existe'),
  request: L('There is no such request', 'Este pedido não existe'),
  scope: L('There is no such scope', 'Este âmbito não existe'),
  shift: L('There is no such shift', 'Este turno não existe'),
  'sub-document': L('There is no such sub-document', 'Este subdocumento não existe'),
  view: L('There is no such view', 'Esta vista não existe'),
} satisfies Record<string, Bilingual>;
export type Missing = keyof typeof missing;

export const badRequest = (code: 'BAD_REQUEST' | 'UNKNOWN_FIELD' | 'BAD_VALUE', field: string, message: LocalisableText): ProblemError =>
  one(400, code, field, message);
export const unauthenticated = (message: LocalisableText = L('Sign in to do this', 'Inicie sessão para o fazer')): ProblemError =>
  one(401, 'UNAUTHENTICATED', '', message);
export const forbidden = (message: LocalisableText = L('Your roles do not allow this', 'As suas funções não o permitem'), code = 'FORBIDDEN'): ProblemError =>
  one(403, code, '', message);
export const notFound = (what: Missing = 'document'): ProblemError => one(404, 'NOT_FOUND', '', missing[what]);
export const conflict = (code: string, message: LocalisableText, current?: Problem['current']): ProblemError => one(409, code, '', message, { current });
/** Makes the error for a case that another officer has claimed. */
export const claimedBy = (message: LocalisableText, claim: Problem['claim']): ProblemError => one(409, 'CLAIMED', '', message, { claim });
export const unprocessable = (errors: Fault[]): ProblemError => new ProblemError(422, errors);
export const tooMany = (message: LocalisableText, retryAfter: number): ProblemError => one(429, 'TOO_MANY_REQUESTS', '', message, { retryAfter });
export const unavailable = (message: LocalisableText, retryAfter = 2): ProblemError => one(503, 'UNAVAILABLE', '', message, { retryAfter });
