/** Somebody whose day of travel cannot be declared yet asks for one e-mail on the day when it can. */
import { Day, Email } from './fields.ts';
import { L } from './language.ts';

export class TravelDayWish {
  @Email({ label: L('Email address', 'Endereço de correio eletrónico'), required: true }) emailAddress?: string;
  @Day({ label: L('Day of travel', 'Dia da viagem'), required: true }) travelDay?: string;
}

/** The answer: the day on which the e-mail is sent (`YYYY-MM-DD`). */
export interface TravelDayOpening {
  opensOn: string;
}
