/** The arrival form that works without JavaScript. */
import type { PlainForm } from '@portal/service-kit';
import {
  ARRIVAL_CODE,
  type ArrivalDeclaration,
  type ArrivalDeclarationBody,
  arrivalDoubts,
  arrivalFormSections,
  arrivalPage,
  checkArrival,
  isOver,
  laneHelp,
  mergeChecklistErrors,
  ownHomeToContract,
} from '../../contract/index.ts';
import { aboutTravel, declarationPlain, plainAddress, withoutSecondPoint } from '../shared/declaration.plain.ts';

/** Returns the arrival form without JavaScript. @param days that the traveller can choose as the day of arrival */
export const arrivalPlain = (days: PlainForm['days']): PlainForm => ({
  ...declarationPlain,
  address: plainAddress('/eservice/traveller/declaration'),
  title: arrivalPage.title,
  complete: (body) => ownHomeToContract(declarationPlain.complete(body)),
  sections: Object.values(arrivalFormSections).flat(),
  submit: arrivalPage.submit,
  documentCode: ARRIVAL_CODE,
  days,
  check: (body, language) => mergeChecklistErrors(withoutSecondPoint(checkArrival(body, language)), language),
  doubts: arrivalDoubts,
  done: {
    title: arrivalPage.doneTitle,
    note: arrivalPage.note,
    next: arrivalPage.next,
    isDecided: ({ documentStatus }: ArrivalDeclaration) => isOver(documentStatus),
    about: aboutTravel((model: ArrivalDeclarationBody) => model.arrivalDate),
    lane: ({ lane }: ArrivalDeclaration) => lane,
    laneHelp,
    print: 'print-form',
  },
});
