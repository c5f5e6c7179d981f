/** Rules that involve several fields of a contract, written as a table beside the contract class. */
import type { FieldError } from './envelopes.ts';
import { type ContractClass, fieldAt, isDay, requiredMessage } from './fields.ts';
import { type Bilingual, inBoth, L, type Language, say, sentence } from './language.ts';

const rulesKey = Symbol.for('portal:contract-rules');

/**
 * A broken rule before the reader's language is known. Its message is in both languages, which is why this type is not `FieldError`:
 * choose a language with `inLanguage` before sending it to a caller.
 */
export interface RuleFault {
  code: string;
  /** Dotted path into the body. */
  field: string;
  message: Bilingual;
}

/** Returns broken rules in the reader's language. A message that is already in one language stays unchanged. */
export const inLanguage = (faults: readonly (RuleFault | FieldError)[], language: Language): FieldError[] =>
  faults.map((fault) => ({ ...fault, message: typeof fault.message === 'string' ? fault.message : say(fault.message, language) }));

/** A rule that checks the whole body and returns the faults. */
export type ContractRule<T> = (body: T, cls: ContractClass) => RuleFault[];

type Ruled = ContractClass & { [rulesKey]?: ContractRule<object>[] };

/** Attaches the table of cross-field rules to a contract class. */
export function Rules<T extends object>(...rules: ContractRule<T>[]) {
  return (cls: ContractClass<T>): void => {
    (cls as Ruled)[rulesKey] = [...rulesOf(cls), ...(rules as ContractRule<object>[])];
  };
}

export const rulesOf = (cls: ContractClass): ContractRule<object>[] => (cls as Ruled)[rulesKey] ?? [];

/** Returns the value at a dotted path; undefined if a part of the path is missing. */
export function valueAt(body: unknown, path: string): unknown {
  let at = body;
  for (const part of path.split('.')) {
    if (at === null || typeof at !== 'object') return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

export const isBlank = (v: unknown): boolean => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0);

/** Whether a catalogue flag is set, in any of the spellings that catalogue files use. */
export const isSet = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true' || flag === 'YES';

/** Creates the fault for a broken rule. A message given as a string is used in both languages. */
export const ruleFault = (code: string, field: string, message: string | Bilingual): RuleFault => ({ code, field, message: inBoth(message) });

/** Creates a rule that makes fields required while a condition holds: `requireWhen(condition, 'a', 'b.c')`. Each field keeps its own message. */
export function requireWhen<T>(condition: (body: T) => boolean, ...fields: (string | { field: string; message: string | Bilingual })[]): ContractRule<T> {
  return (body, cls) =>
    condition(body)
      ? fields
          .map((f) => (typeof f === 'string' ? { field: f, message: fieldAt(cls, f)?.whenMissing ?? requiredMessage(inBoth(f)) } : f))
          .filter((f) => isBlank(valueAt(body, f.field)))
          .map((f) => ruleFault('REQUIRED', f.field, f.message))
      : [];
}

/** Creates a rule that is broken if the test returns false: `checkThat('DATE', 'expiryDate', test, message)`. It is skipped while the field is blank. */
export function checkThat<T>(code: string, field: string, test: (body: T) => boolean, message: string | Bilingual): ContractRule<T> {
  return (body) => (isBlank(valueAt(body, field)) || test(body) ? [] : [ruleFault(code, field, message)]);
}

/**
 * Creates a rule that a day must not be before another one: `notBefore('endDate', (b) => b.beginDate, message)`. It is skipped if either value is not a valid
 * day, because the rules of that field report this already. Days in the form `YYYY-MM-DD` can be compared as text.
 */
export function notBefore<T>(field: string, first: (body: T) => unknown, message: string | Bilingual): ContractRule<T> {
  return (body) => {
    const [day, from] = [valueAt(body, field), first(body)];
    return isDay(day) && isDay(from) && day < from ? [ruleFault('DATE', field, message)] : [];
  };
}

/** A question row of a departure declaration or a trip. */
export interface AnsweredQuestion {
  id?: string;
  rank?: number;
  accepted?: boolean;
  declined?: boolean;
}

/** Checks that each question is answered with yes or no, and not with both; the specification prescribes the messages. `field` is the path of the list. */
export function questionErrors(questions: readonly AnsweredQuestion[] | undefined, field = 'questions'): RuleFault[] {
  return (questions ?? []).flatMap((q, i) => {
    const rank = q.rank ?? i + 1;
    if (q.accepted && q.declined)
      return [
        ruleFault(
          'QUESTION_BOTH',
          `${field}.${i}`,
          sentence('Please answer only yes or no but not both question {{rank}}', 'Responda apenas sim ou não, não ambos, à pergunta {{rank}}', { rank }),
        ),
      ];
    if (!q.accepted && !q.declined)
      return [ruleFault('QUESTION_UNANSWERED', `${field}.${i}`, sentence('Please answer question {{rank}}', 'Responda à pergunta {{rank}}', { rank }))];
    return [];
  });
}

/** Returns the message for an official who leaves requirements of a document unconfirmed; undefined if all are confirmed. */
export function unconfirmed(requirements: readonly { confirmed?: boolean | null }[] | null | undefined): Bilingual | undefined {
  const all = requirements ?? [];
  const open = all.filter(({ confirmed }) => !confirmed).length;
  if (open === 0) return undefined;
  if (all.length === 1)
    return L(
      'The requirement is not confirmed: confirm it, or say in the comment why not',
      'O requisito não está confirmado: confirme-o ou diga no comentário porquê',
    );
  if (open === 1)
    return sentence(
      '1 of {{all}} requirements is not confirmed: confirm it, or say in the comment why not',
      '1 de {{all}} requisitos não está confirmado: confirme-o ou diga no comentário porquê',
      { all: all.length },
    );
  return sentence(
    '{{open}} of {{all}} requirements are not confirmed: confirm them, or say in the comment why not',
    '{{open}} de {{all}} requisitos não estão confirmados: confirme-os ou diga no comentário porquê',
    { open, all: all.length },
  );
}

/**
 * Checks a verification that sends requirements: either all requirements of the document are confirmed, or the comment explains why not. A verification that
 * sends no requirements is not checked, because it is valid by the published contract.
 * @param document the document after the verification
 */
export function confirmedOrExplained(document: { requirements?: readonly { confirmed?: boolean | null }[] }, input: object, comment: string): RuleFault[] {
  const open = 'requirements' in input && input.requirements !== undefined && !comment ? unconfirmed(document.requirements) : undefined;
  return open ? [ruleFault('REQUIRED', 'comment', open)] : [];
}
