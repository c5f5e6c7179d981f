/** Reads the body of a request for an action, which may be anything. */
import { type ContractClass, errorsOf, L, type Language, misshapen, sanitise, sentence, textFault } from '@portal/contract-kit';
import type { Fault } from '../http/problems.ts';

export type Plain = Record<string, unknown>;

/** The body as an object; an empty one where it is none. */
export const asObject = (body: unknown): Plain => (body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Plain) : {});

/** The input of an action, from any body, with a fault for each list or object that is something else: dropping it would lose what was said. */
export function readInput<T extends object>(cls: ContractClass<T>, plain: Plain): { input: T; faults: Fault[] } {
  const faults = misshapen(cls, plain)
    // Questions that are no list are unanswered, and that is told of each of them.
    .filter(({ field }) => field !== 'questions')
    .map(({ field, must }) => ({
      code: 'CHOICE',
      field,
      message: must === 'list' ? L('This must be a list', 'Isto deve ser uma lista') : L('This must be an object', 'Isto deve ser um objeto'),
    }));
  return { input: sanitise(cls, plain), faults };
}

/** A body that is no document's, with everything that is wrong with it. */
export function checkBody<T extends object>(cls: ContractClass<T>, body: unknown, language: Language): { value: T; errors: Fault[] } {
  const { input, faults } = readInput(cls, asObject(body));
  return { value: input, errors: [...faults, ...errorsOf(cls, input, language)] };
}

/** Longest comment, in characters. */
const longestComment = 2_000;

/** The comment of an action, wherever the three contracts carry it. */
export function commentOf(body: Plain): string {
  const nested = asObject(body.action).details;
  const text = [body.comment, nested, body.details].find((t) => typeof t === 'string' && t.trim() !== '');
  return typeof text === 'string' ? text.trim() : '';
}

/** What is wrong with the comment of an action: it is no text, too long, or has characters that nobody sees. @param field where a fault is reported */
export function commentFaults(body: Plain, field: string): Fault[] {
  if (body.comment !== undefined && body.comment !== null && typeof body.comment !== 'string')
    return [{ code: 'TEXT', field, message: L('The comment must be text', 'O comentário deve ser texto') }];
  const comment = commentOf(body);
  if ([...comment.slice(0, 2 * longestComment + 1)].length > longestComment)
    return [
      {
        code: 'MAX_LENGTH',
        field,
        message: sentence('The comment must be {{most}} characters or fewer', 'O comentário deve ter no máximo {{most}} caracteres', { most: longestComment }),
      },
    ];
  const message = textFault(comment, L('The comment', 'O comentário'), true);
  return message ? [{ code: 'TEXT', field, message }] : [];
}
