/** The request of a person whose day of travel cannot be declared yet: the portal sends one e-mail on the day when the declaration opens. */
import { Day, Email } from './fields.ts';
import { L } from './language.ts';

export class TravelDayWish {
  @Email({ label: L('Email address', 'Endereço de correio eletrónico'), required: true }) emailAddress?: string;
  @Day({ label: L('Day of travel', 'Dia da viagem'), required: true }) travelDay?: string;
}

/** The response: the day on which the e-mail is sent (`YYYY-MM-DD`). */
export interface TravelDayOpening {
  opensOn: string;
}
