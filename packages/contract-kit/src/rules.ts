/** Rules that reach over several fields of a contract, written as a table beside its class. */
import type { FieldError } from './envelopes.ts';
import { type Bilingual, type ContractClass, fieldAt, joinLanguages, L, requiredMessage } from './fields.ts';

const rulesKey = Symbol.for('portal:contract-rules');

/** A rule looks at the whole body and says what is broken. */
export type ContractRule<T> = (body: T, cls: ContractClass) => FieldError[];

type Ruled = ContractClass & { [rulesKey]?: ContractRule<object>[] };

/** Attaches the table of cross-field rules to a contract class. */
export function Rules<T extends object>(...rules: ContractRule<T>[]) {
  return (cls: ContractClass<T>): void => {
    (cls as Ruled)[rulesKey] = [...rulesOf(cls), ...(rules as ContractRule<object>[])];
  };
}

export const rulesOf = (cls: ContractClass): ContractRule<object>[] => (cls as Ruled)[rulesKey] ?? [];

/** The value at a dotted path, undefined where the way ends. */
export function valueAt(body: unknown, path: string): unknown {
  let at = body;
  for (const part of path.split('.')) {
    if (at === null || typeof at !== 'object') return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

export const isBlank = (v: unknown): boolean => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0);

/** Makes a broken-rule entry; the message may be in both languages. */
export const broken = (code: string, field: string, message: string | Bilingual): FieldError => ({ code, field, message: joinLanguages(message) });

/** `requireWhen(condition, 'a', 'b.c')`: these fields are required while the condition holds; messages come from their labels. */
export function requireWhen<T>(condition: (body: T) => boolean, ...fields: (string | { field: string; message: string | Bilingual })[]): ContractRule<T> {
  return (body, cls) =>
    condition(body)
      ? fields
          .map((f) => (typeof f === 'string' ? { field: f, message: requiredMessage(fieldAt(cls, f)?.label ?? L(f, f)) } : f))
          .filter((f) => isBlank(valueAt(body, f.field)))
          .map((f) => broken('REQUIRED', f.field, f.message))
      : [];
}

/** `checkThat('DATE', 'expiryDate', test, message)`: broken where the test is false; not asked while the field is blank. */
export function checkThat<T>(code: string, field: string, test: (body: T) => boolean, message: string | Bilingual): ContractRule<T> {
  return (body) => (isBlank(valueAt(body, field)) || test(body) ? [] : [broken(code, field, message)]);
}

/** A question row as both declarations carry it. */
export interface AnsweredQuestion {
  id?: string;
  rank?: number;
  accepted?: boolean;
  declined?: boolean;
}

/** Each question answered yes or no, not both; the messages are the specification's. `field` names the list. */
export function questionErrors(questions: readonly AnsweredQuestion[] | undefined, field = 'questions'): FieldError[] {
  return (questions ?? []).flatMap((q, i) => {
    const rank = q.rank ?? i + 1;
    if (q.accepted && q.declined)
      return [
        broken(
          'QUESTION_BOTH',
          `${field}.${i}`,
          L(`Please answer only yes or no but not both question ${rank}`, `Responda apenas sim ou não, não ambos, à pergunta ${rank}`),
        ),
      ];
    if (!q.accepted && !q.declined) return [broken('QUESTION_UNANSWERED', `${field}.${i}`, L(`Please answer question ${rank}`, `Responda à pergunta ${rank}`))];
    return [];
  });
}
