import type { FieldSpec, Model, SectionSpec } from '@portal/web-kit/forms';
import { ArrivalDeclarationBody, type ArrivalSection, accommodationNames, accommodationTypes, arrivalAsks, returnTicketLabel } from 'svc-declarations/contract';
import { AnswerList } from '../shared/answer-list.tsx';
import { declarationFields } from '../shared/declaration-fields.ts';
import { flightField, pointOfEntry } from '../shared/flight.ts';
import { MoneyNotice, moneyFields } from '../shared/money.tsx';
import { passportFields, personFields } from '../shared/person.ts';
import { asksRequirements, RequirementTicks } from '../shared/requirement-ticks.tsx';
import { shared } from '../shared/texts.ts';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';
import { GoodsTable } from './goods.tsx';
import { forOfficers, t } from './texts.ts';

const field = declarationFields(ArrivalDeclarationBody);

type Condition = keyof typeof arrivalAsks;
/** Shown under the condition under which the contract requires it. */
const when =
  (...conditions: Condition[]) =>
  (model: Model): boolean =>
    conditions.some((condition) => arrivalAsks[condition](model as never));

/** The entry point decides whether the flight is asked; at any other than an airport the flight's answers are cleared. */
const entryPoint: FieldSpec = field('flightDetails.code', { hint: t.entryHint, ...pointOfEntry });

const flight: FieldSpec = flightField('arrival', field('flightCode'), when('airport'));

const asksAccommodation = (model: Model): boolean => !when('foreigner')(model) || when('accommodation')(model);
/** The answer to where the traveller stays counts only while the question is shown. */
const stays =
  (type: 'hotel' | 'friendsOrFamily') =>
  (model: Model): boolean =>
    asksAccommodation(model) && when(type)(model);

const accommodationRecords = accommodationTypes.map((code) => ({ code, name: accommodationNames[code].en, names: accommodationNames[code] }));

export type ArrivalSections = Record<ArrivalSection, readonly SectionSpec[]>;

interface ArrivalFormProps {
  dates: readonly TravelDate[];
  /** Decides the label of the ticket field, which depends on the reason. */
  ticket: Model;
  /** Whether the section titles address the traveller or an officer. */
  reader?: 'traveller' | 'officer';
}

/** Every section of the declaration as data, for the wizard, the officer's form and the read-only view. */
export function arrivalForm({ dates, ticket, reader = 'traveller' }: ArrivalFormProps): ArrivalSections {
  const titles = reader === 'officer' ? { ...t, ...forOfficers } : t;
  return {
    residency: [
      { id: 'journey', title: titles.journey, fields: [field('typeDetails.code'), field('originCode', { hint: t.originHint })] },
      {
        id: 'entry',
        title: titles.entry,
        fields: [
          entryPoint,
          flight,
          field('embarkationPortCode', { hint: t.embarkationHint, visible: when('airport') }),
          field('flightNumber', { hint: t.flightNumberHint, width: 20 }),
          dateField(field('arrivalDate'), dates),
        ],
      },
    ],
    personal: [
      {
        id: 'passport',
        title: titles.passport,
        fields: passportFields(field),
      },
      {
        id: 'person',
        title: titles.person,
        fields: personFields(field),
      },
      {
        id: 'contact',
        title: titles.contact,
        fields: [
          field('phoneNumber', { hint: t.phoneHint, inputType: 'tel', autoComplete: 'tel', width: 20 }),
          field('emailAddress', { hint: shared.emailHint, inputType: 'email', autoComplete: 'email', required: false }),
        ],
      },
    ],
    other: [
      {
        id: 'stay',
        title: titles.stay,
        visible: when('foreigner'),
        fields: [
          field('reason'),
          field('stayLength', { width: 5 }),
          field('departureDate', { hint: shared.expiryHint }),
          field('returnTicket', { label: returnTicketLabel(ticket as never), width: 20 }),
          field('destinationVisa', { visible: when('destinationVisa'), width: 20 }),
        ],
      },
      {
        id: 'organiser',
        title: titles.organiser,
        visible: (model) => when('foreigner')(model) && when('organised')(model),
        fields: [field('organisedBy'), field('fundedBy')],
      },
      {
        id: 'sponsor',
        title: titles.sponsor,
        visible: (model) => when('sponsor')(model) || (when('foreigner')(model) && when('work')(model)),
        fields: ['sponsorDetails.type', 'sponsorDetails.name', 'sponsorDetails.address'].map((name) =>
          field(name, { required: (model) => when('work')(model) }),
        ),
      },
      {
        id: 'permit',
        title: titles.permit,
        visible: when('permit', 'resident'),
        fields: [
          field('permitReference', { width: 20 }),
          field('permitExpiry', { hint: shared.expiryHint, visible: when('permit') }),
          field('permitNaration', { type: 'textarea', maxLength: 500, visible: when('resident') }),
        ],
      },
      {
        id: 'accommodation',
        title: titles.accommodation,
        fields: [
          field('accommodationType', { records: accommodationRecords, type: 'radios', visible: asksAccommodation }),
          field('accommodationName', { visible: stays('hotel') }),
          field('address', { hint: t.addressHint, autoComplete: 'street-address' }),
        ],
      },
      {
        id: 'host',
        title: titles.host,
        visible: stays('friendsOrFamily'),
        fields: [
          field('contactDetails.name'),
          field('contactDetails.identity'),
          field('contactDetails.phone', { inputType: 'tel', width: 20 }),
          field('addressDetails.district'),
          field('addressDetails.subDistrict'),
          field('addressDetails.village'),
          field('addressDetails.subVillage'),
        ],
      },
      {
        id: 'declarations',
        title: titles.declarations,
        visible: (model) => when('foreigner')(model) && ((model.declarations as unknown[] | undefined) ?? []).length > 0,
        lists: ['declarations', 'declarationsConfirmed'],
        render: ({ editable }) => <AnswerList name="declarations" confirm={field('declarationsConfirmed')} editable={editable} />,
      },
    ],
    goods: [
      {
        id: 'baggage',
        title: titles.baggage,
        fields: [field('numberOfBaggages', { hint: t.baggageHint, width: 4 }), field('hasMerchandise', { hint: t.merchandiseHint })],
      },
      {
        id: 'goods',
        title: titles.goods,
        visible: (model) => model.hasMerchandise !== 'NO',
        lists: ['goods'],
        render: ({ editable, model }) => <GoodsTable editable={editable} rows={model.goods} />,
      },
      {
        id: 'questions',
        title: titles.questions,
        visible: (model) => ((model.questions as unknown[] | undefined) ?? []).length > 0,
        lists: ['questions', 'questionsConfirmed'],
        render: ({ editable }) => <AnswerList name="questions" confirm={field('questionsConfirmed')} editable={editable} />,
      },
      { id: 'money', title: titles.money, fields: moneyFields(field), render: ({ model, editable }) => <MoneyNotice model={model} editable={editable} /> },
    ],
    review: [
      {
        id: 'birth',
        title: titles.birth,
        fields: [field('title', { hint: t.titleHint, width: 10, autoComplete: 'honorific-prefix' }), field('birthCityName'), field('birthNationalityCode')],
      },
      {
        id: 'requirements',
        title: titles.requirements,
        visible: asksRequirements,
        lists: ['requirements'],
        render: () => <RequirementTicks />,
      },
      { id: 'statement', title: titles.statement, fields: [field('declaredStatus')] },
    ],
  };
}
