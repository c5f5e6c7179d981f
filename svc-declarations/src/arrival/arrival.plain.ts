/** The arrival form without script. */
import type { PlainForm } from '@portal/service-kit';
import { ARRIVAL_CODE, type ArrivalDeclarationBody, arrivalFormSections, arrivalPage, checkArrival, laneOf } from '../../contract/index.ts';
import { aboutTravel, declarationPlain, plainAddress, withoutSecondPoint } from '../shared/declaration.plain.ts';

/** @param days that may be chosen as day of arrival */
export const arrivalPlain = (days: PlainForm['days']): PlainForm => ({
  ...declarationPlain,
  address: plainAddress('/eservice/traveller/declaration'),
  title: arrivalPage.title,
  sections: Object.values(arrivalFormSections).flat(),
  submit: arrivalPage.submit,
  documentCode: ARRIVAL_CODE,
  days,
  check: (body, language) => withoutSecondPoint(checkArrival(body, language)),
  done: {
    title: arrivalPage.doneTitle,
    note: arrivalPage.note,
    next: arrivalPage.next,
    about: aboutTravel((model: ArrivalDeclarationBody) => model.arrivalDate),
    lane: laneOf,
    print: 'print-form',
  },
});
