/** What the arrival form and the departure form without JavaScript share. */
import { formatDay, fullName } from '@portal/contract-kit';
import { type PlainBody, type PlainForm } from '@portal/service-kit';
import { formTexts } from '../../contract/index.ts';

/** Returns the public address of a form without JavaScript: the address of the screen, and `/plain`. */
export const plainAddress = (screen: string): string => `${screen}/plain`;

export const declarationPlain = {
  terms: { title: formTexts.terms, text: formTexts.termsText },
  action: 'register',
  // The contract has the point of entry or exit twice, but the form asks for it once.
  complete: (body: PlainBody): PlainBody => ({ ...body, entryPointCode: (body.flightDetails as PlainBody | undefined)?.code }),
} satisfies Partial<PlainForm>;

/** Removes the second error about a missing point of entry or exit, and keeps the one at the field that the traveller sees. */
export const withoutSecondPoint = <Fault extends { field: string }>(errors: readonly Fault[]): Fault[] =>
  errors.filter(({ field }) => field !== 'entryPointCode');

interface Travel {
  firstName?: string;
  lastName?: string;
  flightNumber?: string;
}

/** Returns a function that tells who travels, on which flight and on which day. */
export const aboutTravel =
  <Model extends Travel>(day: (model: Model) => string | undefined): PlainForm['done']['about'] =>
  (model, language) => {
    const { flightNumber } = model as Model;
    const date = day(model as Model);
    return { owner: fullName(model as Model), facts: [flightNumber ?? '', date ? formatDay(date, language) : ''].filter(Boolean) };
  };
