/** Reads the body of a request for an action. The body may be any JSON value. */
import { type ContractClass, dropWrongTypes, errorsOf, knownFields, L, type Language, sanitise, sentence, textFault, typeFaults } from '@portal/contract-kit';
import type { Fault } from '../http/problems.ts';
import type { ActionRule } from './workflow.ts';

export type Plain = Record<string, unknown>;

/** Returns the body if it is an object, otherwise an empty object. */
export const asObject = (body: unknown): Plain => (body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Plain) : {});

/** Whether an action takes the whole document and requires everything that the contract requires, such as an answer to each question. */
export const requiresContract = <S extends string, M>({ input, require }: ActionRule<S, M>, contract: ContractClass): boolean =>
  input === contract && require?.includes('contract') === true;

/**
 * Reads the input of an action from any body. A value of a wrong type is left out, so that what works with the input can rely on the types of its fields, and
 * is reported: to drop it silently would lose what the caller sent.
 * @param isWhole whether the action requires the whole contract. If `questions` is not a list, each question is then reported as unanswered instead.
 */
export function readInput<T extends object>(cls: ContractClass<T>, plain: Plain, isWhole = false): { input: T; faults: Fault[] } {
  const input = sanitise(cls, plain);
  dropWrongTypes(cls, input);
  return { input, faults: typeFaults(cls, plain).filter(({ field }) => !(isWhole && field === 'questions')) };
}

/**
 * Returns a filter that removes the faults that a value is missing which was left out for its wrong type. It keeps those of requirements, because the body may
 * have these in another order than the document.
 * @param faults those of the types, see `readInput`
 */
export const notLeftOut =
  (faults: readonly Fault[]) =>
  ({ code, field }: Fault): boolean =>
    !(code === 'REQUIRED' && !field?.startsWith('requirements.') && faults.some((fault) => fault.field === field));

/** Removes repeated faults: the same code for the same field is reported once, and an answer of a wrong type only as the question that it leaves unanswered. */
export function distinctFaults(faults: readonly Fault[]): Fault[] {
  const unanswered = faults.filter(({ code }) => code === 'QUESTION_UNANSWERED').map(({ field }) => field);
  return faults.filter(
    ({ code, field }, i) =>
      faults.findIndex((other) => code === other.code && field === other.field) === i &&
      !(field && ['accepted', 'declined'].some((name) => field.endsWith(`.${name}`) && unanswered.includes(field.slice(0, -name.length - 1)))),
  );
}

/** Reads a body that does not belong to a document, and returns it with everything that is wrong with it. */
export function checkBody<T extends object>(cls: ContractClass<T>, body: unknown, language: Language): { value: T; errors: Fault[] } {
  const { input, faults } = readInput(cls, asObject(body));
  return { value: input, errors: distinctFaults([...faults, ...errorsOf(cls, input, language).filter(notLeftOut(faults))]) };
}

/** The fields that any action reads besides those of its input: its comment, in any of three places, and its part of the thread. */
export const actionFields: readonly string[] = ['comment', 'action', 'details', 'requirementCode', 'files'];

/** Returns the part of a body that an action reads. An action that does not exist reads only a comment, and is refused later. */
export const knownInput = (rule: { input?: ContractClass } | undefined, plain: Plain): Plain => knownFields(rule?.input, plain, actionFields);

/** Maximum length of a comment, in characters. */
const longestComment = 2_000;

/** Returns the comment of an action from any of the places in which the three contracts carry it. */
export function commentOf(body: Plain): string {
  const nested = asObject(body.action).details;
  const text = [body.comment, nested, body.details].find((t) => typeof t === 'string' && t.trim() !== '');
  return typeof text === 'string' ? text.trim() : '';
}

/** Checks the comment of an action: it must be text, not too long, and without invisible characters. @param field where a fault is reported */
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
