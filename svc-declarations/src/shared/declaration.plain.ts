import { formatDay } from '@portal/contract-kit';
/** What the forms without script of arrival and departure share. */
import { type PlainBody, type PlainForm } from '@portal/service-kit';
import { formTexts } from '../../contract/index.ts';

/** The public address of a form without script: that of its screen and `/plain`. */
export const plainAddress = (screen: string): string => `${screen}/plain`;

export const declarationPlain = {
  terms: { title: formTexts.terms, text: formTexts.termsText },
  action: 'register',
  // The contract has the point of entry or exit twice; it is asked once.
  complete: (body: PlainBody): PlainBody => ({ ...body, entryPointCode: (body.flightDetails as PlainBody | undefined)?.code }),
} satisfies Partial<PlainForm>;

/** A missing point of entry or exit is one error, at the field that the traveller sees. */
export const withoutSecondPoint = <Fault extends { field: string }>(errors: readonly Fault[]): Fault[] =>
  errors.filter(({ field }) => field !== 'entryPointCode');

interface Travel {
  firstName?: string;
  lastName?: string;
  flightNumber?: string;
}

/** Who travels, with which flight, on which day. */
export const aboutTravel =
  <Model extends Travel>(day: (model: Model) => string | undefined): PlainForm['done']['about'] =>
  (model, language) => {
    const { firstName, lastName, flightNumber } = model as Model;
    const date = day(model as Model);
    return { owner: [firstName, lastName].filter(Boolean).join(' '), facts: [flightNumber ?? '', date ? formatDay(date, language) : ''].filter(Boolean) };
  };
