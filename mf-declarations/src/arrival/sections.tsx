import type { ListState } from '@portal/web-kit';
import { type Model, type ScreenParts, type SectionSpec, screenSections } from '@portal/web-kit/forms';
import { ArrivalDeclarationBody, type ArrivalSection, arrivalConditions, arrivalFormSections, returnTicketLabel } from 'svc-declarations/contract';
import { AnswerList } from '../shared/answer-list.tsx';
import { arrivals } from '../shared/declaration.api.ts';
import { declarationFields } from '../shared/declaration-fields.ts';
import { flightPicks, numberField, pointOfEntry } from '../shared/flight.ts';
import { sectionsForOfficers } from '../shared/for-officers.ts';
import { LaterJourneyLink } from '../shared/later-journey-link.tsx';
import { MoneyNotice } from '../shared/money.tsx';
import { passportFields } from '../shared/passport-fields.ts';
import { asksRequirements, RequirementTicks } from '../shared/requirement-ticks.tsx';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';
import { GoodsTable } from './goods.tsx';
import { forOfficers, t } from './texts.ts';

const field = declarationFields(ArrivalDeclarationBody);

const sponsored = { required: (model: Model): boolean => arrivalConditions.work(model as never) };
const hasRows =
  (name: 'questions' | 'declarations') =>
  (model: Model): boolean =>
    ((model[name] as unknown[] | undefined) ?? []).length > 0;

export type ArrivalSections = Record<ArrivalSection, readonly SectionSpec[]>;

interface ArrivalFormProps {
  dates: readonly TravelDate[];
  datesState?: ListState;
  /** Decides the label of the ticket field, which depends on the reason. */
  ticket: Model;
  /** Whether the section titles address the traveller or an officer. */
  reader?: 'traveller' | 'officer';
  /** Kind of the chosen entry point. It decides how the form asks for the number of the flight or voyage. */
  kind?: string;
  /** Whether the form proposes answers that follow from other answers (`arrivalProposals`). */
  proposes?: boolean;
}

/** Returns how a section renders its list of questions. */
const answerList = (name: 'questions' | 'declarations'): Pick<SectionSpec, 'render'> => ({
  render: ({ editable, mode }) => <AnswerList name={name} confirm={field(`${name}Confirmed`)} editable={editable} mode={mode} />,
});

/** Returns what the screen adds to the sections of the contract. */
const screen = ({ dates, datesState, ticket, kind, reader, proposes }: ArrivalFormProps): Required<ScreenParts> => ({
  fields: {
    'flightDetails.code': pointOfEntry,
    flightCode: flightPicks('arrival'),
    flightNumber: numberField(kind),
    arrivalDate: dateField(dates, datesState),
    ...(proposes
      ? {
          departureDate: { hint: t.proposedDeparture },
          originCode: { hint: t.proposedOrigin },
          address: { hint: t.proposedAddress },
          birthNationalityCode: { hint: t.proposedBirth },
        }
      : {}),
    ...(reader === 'officer' ? { reason: { label: t.reasonOfVisitor } } : {}),
    returnTicket: { label: returnTicketLabel(ticket as never) },
    'sponsorDetails.type': sponsored,
    'sponsorDetails.name': sponsored,
    'sponsorDetails.address': sponsored,
  },
  sections: {
    entry: { render: ({ mode }) => <LaterJourneyLink kind={arrivals} mode={mode} /> },
    declarations: {
      visible: (model) => arrivalConditions.foreigner(model as never) && hasRows('declarations')(model),
      ...answerList('declarations'),
    },
    goods: { render: ({ editable, model }) => <GoodsTable editable={editable} rows={model.goods} /> },
    questions: {
      visible: hasRows('questions'),
      ...answerList('questions'),
    },
    passport: { passport: { fields: passportFields } },
    money: { render: ({ model, editable }) => <MoneyNotice model={model} editable={editable} /> },
    requirements: { visible: asksRequirements, render: () => <RequirementTicks /> },
  },
});

/** Returns all sections of the declaration, for the wizard, the officer's form and the read-only view. */
export function arrivalForm(props: ArrivalFormProps): ArrivalSections {
  const toOfficer = props.reader === 'officer';
  const parts = screen(props);
  const officer = Object.fromEntries(Object.entries(forOfficers).map(([id, title]) => [id, { ...parts.sections[id], title }]));
  const sections = toOfficer ? { ...parts.sections, ...officer } : parts.sections;
  const made = Object.entries(arrivalFormSections).map(([part, form]) => {
    const specs = screenSections(form, field, { ...parts, sections });
    return [part, toOfficer ? sectionsForOfficers(specs) : specs];
  });
  return Object.fromEntries(made) as ArrivalSections;
}
