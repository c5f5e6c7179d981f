/** Reads the body of a request for an action, which may be anything. */
import { type ContractClass, L, misshapen, sanitise, sentence } from '@portal/contract-kit';
import { unprocessable } from '../http/problems.ts';

export type Plain = Record<string, unknown>;

/** The body as an object; an empty one where it is none. */
export const asObject = (body: unknown): Plain => (body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Plain) : {});

/** The input of an action, from any body. @throws 422 where a list or an object is something else: dropping it would lose what was said */
export function readInput<T extends object>(cls: ContractClass<T>, plain: Plain): T {
  const wrong = misshapen(cls, plain);
  // Questions that are no list are unanswered, and that is told of each of them.
  if (wrong && wrong.field !== 'questions') {
    const message = wrong.must === 'list' ? L('This must be a list', 'Isto deve ser uma lista') : L('This must be an object', 'Isto deve ser um objeto');
    throw unprocessable([{ code: 'CHOICE', field: wrong.field, message }]);
  }
  return sanitise(cls, plain);
}

/** Longest comment, in characters. */
const longestComment = 2_000;

/** The comment of an action, wherever the three contracts carry it. */
export function commentOf(body: Plain): string {
  const nested = asObject(body.action).details;
  const text = [body.comment, nested, body.details].find((t) => typeof t === 'string' && t.trim() !== '');
  return typeof text === 'string' ? text.trim() : '';
}

/** The comment of an action. @param field where a fault of it is reported @throws 422 where it is no text or too long */
export function checkedComment(body: Plain, field: string): string {
  if (body.comment !== undefined && body.comment !== null && typeof body.comment !== 'string')
    throw unprocessable([{ code: 'TEXT', field, message: L('The comment must be text', 'O comentário deve ser texto') }]);
  const comment = commentOf(body);
  if ([...comment.slice(0, 2 * longestComment + 1)].length <= longestComment) return comment;
  throw unprocessable([
    {
      code: 'MAX_LENGTH',
      field,
      message: sentence('The comment must be {{most}} characters or fewer', 'O comentário deve ter no máximo {{most}} caracteres', { most: longestComment }),
    },
  ]);
}
