/** The checks that a screen makes before it sends a form: the rules of the contract, and stricter rules of the form. */
import {
  checklistErrors,
  errorsOf,
  type FieldError,
  inLanguage,
  L,
  type Language,
  notBefore,
  type RuleFault,
  ruleFault,
  sanitise,
  sentence,
} from '@portal/contract-kit';
import { ArrivalDeclarationBody } from './arrival.ts';
import { DepartureDeclarationBody } from './departure.ts';
import { formTexts } from './form-parts.ts';
import { isOwnHome } from './own-home.ts';
import type { AnswerRow } from './parts.ts';

function unanswered(rows: AnswerRow[] | undefined, field: string): RuleFault[] {
  return (rows ?? []).flatMap((row, i) => {
    const rank = row.rank ?? i + 1;
    return row.answer
      ? []
      : [ruleFault('QUESTION_UNANSWERED', `${field}.${i}.answer`, sentence('Please answer question {{rank}}', 'Responda à pergunta {{rank}}', { rank }))];
  });
}

/** The lists of questions that the form shows as checklists. */
const checklists = { questions: formTexts.questions, declarations: formTexts.declarations };

/** Adapts the errors of a form that shows its questions as checklists: one error for each unanswered list instead of one for each question. */
export const mergeChecklistErrors = (errors: readonly FieldError[], language: Language): FieldError[] => checklistErrors(errors, checklists, language);

/** Checks a departure form. It trusts the catalogue's flags in the form, because the server looks them up again. */
export function checkDeparture(values: object, language: Language = 'en'): FieldError[] {
  return errorsOf(DepartureDeclarationBody, sanitise(DepartureDeclarationBody, values, true), language);
}

const leavesAfterArriving = notBefore<ArrivalDeclarationBody>(
  'departureDate',
  (body) => body.arrivalDate,
  L('Departure date must not be before the arrival date', 'A data de partida não pode ser anterior à data de chegada'),
);

/**
 * Checks an arrival form. In addition to the server's rules, every shown question must be answered, merchandise must be described,
 * and the departure must not be before the arrival.
 */
export function checkArrival(values: object, language: Language = 'en'): FieldError[] {
  const body = sanitise(ArrivalDeclarationBody, values, true);
  const more = [...unanswered(body.declarations, 'declarations'), ...unanswered(body.questions, 'questions')];
  if (body.hasMerchandise === 'YES' && !(body.goods ?? []).some((g) => g.description)) {
    more.push(ruleFault('REQUIRED', 'goods.0.description', L('Describe the goods you declare', 'Descreva os bens que declara')));
  }
  more.push(...leavesAfterArriving(body, ArrivalDeclarationBody));
  // A traveller who stays at home is the contact, so the form does not ask for the contact's fields.
  const isAsked = ({ field }: FieldError): boolean => !isOwnHome(body) || !field.startsWith('contactDetails.');
  return [...errorsOf(ArrivalDeclarationBody, body, language), ...inLanguage(more, language)].filter(isAsked);
}
