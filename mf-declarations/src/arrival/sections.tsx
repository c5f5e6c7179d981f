import { type Model, type ScreenParts, type SectionSpec, screenSections } from '@portal/web-kit/forms';
import { ArrivalDeclarationBody, type ArrivalSection, arrivalAsks, arrivalFormSections, returnTicketLabel } from 'svc-declarations/contract';
import { AnswerList } from '../shared/answer-list.tsx';
import { declarationFields } from '../shared/declaration-fields.ts';
import { flightPicks, pointOfEntry } from '../shared/flight.ts';
import { MoneyNotice } from '../shared/money.tsx';
import { passportFields } from '../shared/passport-fields.ts';
import { asksRequirements, RequirementTicks } from '../shared/requirement-ticks.tsx';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';
import { GoodsTable } from './goods.tsx';
import { forOfficers } from './texts.ts';

const field = declarationFields(ArrivalDeclarationBody);

const sponsored = { required: (model: Model): boolean => arrivalAsks.work(model as never) };
const hasRows =
  (name: 'questions' | 'declarations') =>
  (model: Model): boolean =>
    ((model[name] as unknown[] | undefined) ?? []).length > 0;

export type ArrivalSections = Record<ArrivalSection, readonly SectionSpec[]>;

interface ArrivalFormProps {
  dates: readonly TravelDate[];
  /** Decides the label of the ticket field, which depends on the reason. */
  ticket: Model;
  /** Whether the section titles address the traveller or an officer. */
  reader?: 'traveller' | 'officer';
}

/** What the screen adds to the sections of the contract. */
const screen = ({ dates, ticket }: ArrivalFormProps): Required<ScreenParts> => ({
  fields: {
    'flightDetails.code': pointOfEntry,
    flightCode: flightPicks('arrival'),
    arrivalDate: dateField(dates),
    returnTicket: { label: returnTicketLabel(ticket as never) },
    'sponsorDetails.type': sponsored,
    'sponsorDetails.name': sponsored,
    'sponsorDetails.address': sponsored,
  },
  sections: {
    declarations: {
      visible: (model) => arrivalAsks.foreigner(model as never) && hasRows('declarations')(model),
      render: ({ editable, mode }) => <AnswerList name="declarations" confirm={field('declarationsConfirmed')} editable={editable} mode={mode} />,
    },
    goods: { render: ({ editable, model }) => <GoodsTable editable={editable} rows={model.goods} /> },
    questions: {
      visible: hasRows('questions'),
      render: ({ editable, mode }) => <AnswerList name="questions" confirm={field('questionsConfirmed')} editable={editable} mode={mode} />,
    },
    passport: { passport: { fields: passportFields } },
    money: { render: ({ model, editable }) => <MoneyNotice model={model} editable={editable} /> },
    requirements: { visible: asksRequirements, render: () => <RequirementTicks /> },
  },
});

/** Every section of the declaration, for the wizard, the officer's form and the read-only view. */
export function arrivalForm(props: ArrivalFormProps): ArrivalSections {
  const parts = screen(props);
  const officer = Object.fromEntries(Object.entries(forOfficers).map(([id, title]) => [id, { ...parts.sections[id], title }]));
  const sections = props.reader === 'officer' ? { ...parts.sections, ...officer } : parts.sections;
  const made = Object.entries(arrivalFormSections).map(([part, form]) => [part, screenSections(form, field, { ...parts, sections })]);
  return Object.fromEntries(made) as ArrivalSections;
}
