/** The departure form that works without JavaScript. */
import type { PlainForm } from '@portal/service-kit';
import {
  checkDeparture,
  DEPARTURE_CODE,
  type DepartureDeclarationBody,
  departureDoubts,
  departureFormSections,
  departurePage,
  mergeChecklistErrors,
} from '../../contract/index.ts';
import { aboutTravel, declarationPlain, plainAddress, withoutSecondPoint } from '../shared/declaration.plain.ts';

/** Returns the departure form without JavaScript. @param days that the traveller can choose as the day of departure */
export const departurePlain = (days: PlainForm['days']): PlainForm => ({
  ...declarationPlain,
  address: plainAddress('/eservice/departure/declaration'),
  title: departurePage.title,
  intro: departurePage.intro,
  sections: departureFormSections,
  submit: departurePage.submit,
  documentCode: DEPARTURE_CODE,
  days,
  check: (body, language) => mergeChecklistErrors(withoutSecondPoint(checkDeparture(body, language)), language),
  doubts: departureDoubts,
  done: {
    title: departurePage.doneTitle,
    note: departurePage.note,
    next: departurePage.next,
    about: aboutTravel((model: DepartureDeclarationBody) => model.departureDate),
    print: 'print-declaration',
  },
});
