import { isSet } from '@portal/contract-kit';
import { type FieldSpec, type Model, QuestionList, type SectionSpec, useWatch } from '@portal/web-kit/forms';
import { answerableModes, DepartureDeclarationBody, type QuestionRow } from 'svc-declarations/contract';
import { AnswerRows } from '../shared/answer-rows.tsx';
import { declarationFields } from '../shared/declaration-fields.ts';
import { flightField, pointOfEntry } from '../shared/flight.ts';
import { MoneyNotice, moneyFields } from '../shared/money.tsx';
import { passportFields, personFields } from '../shared/person.ts';
import { asksRequirements, RequirementTicks } from '../shared/requirement-ticks.tsx';
import { shared } from '../shared/texts.ts';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';
import { t } from './texts.ts';

const field = declarationFields(DepartureDeclarationBody);

const byAir = (model: Model): boolean => isSet((model.flightDetails as { airport?: unknown } | undefined)?.airport);
const hasRows =
  (name: string) =>
  (model: Model): boolean =>
    ((model[name] as unknown[] | undefined) ?? []).length > 0;

/** The exit point decides whether the flight is asked; at any other than an airport the flight's answers are cleared. */
const exitPoint: FieldSpec = field('flightDetails.code', { hint: t.exitHint, ...pointOfEntry });

const flight: FieldSpec = flightField('departure', field('flightCode'), byAir);

/** Yes or no for each question, or the stored answers. */
function Questions({ editable }: { editable: boolean }) {
  const rows: QuestionRow[] = useWatch({ name: 'questions' }) ?? [];
  if (editable) return <QuestionList name="questions" />;
  return <AnswerRows questions={rows} />;
}

/** The form of all eight modes, as data. */
export function departureForm(dates: readonly TravelDate[]): readonly SectionSpec[] {
  return [
    {
      id: 'journey',
      title: t.journey,
      fields: [
        dateField(field('departureDate'), dates),
        field('destinationCode'),
        field('reason'),
        exitPoint,
        flight,
        field('embarkationPortCode', { hint: t.portHint, visible: byAir }),
        field('flightNumber', { hint: t.flightNumberHint, width: 20 }),
      ],
    },
    {
      id: 'passport',
      title: t.passport,
      fields: passportFields(field),
    },
    {
      id: 'contact',
      title: t.contact,
      fields: [
        field('phoneNumber', { hint: t.phoneHint, inputType: 'tel', autoComplete: 'tel', width: 20, required: false }),
        field('emailAddress', { hint: shared.emailHint, inputType: 'email', autoComplete: 'email', required: false }),
      ],
    },
    {
      id: 'person',
      title: t.person,
      fields: personFields(field),
    },
    { id: 'money', title: t.money, fields: moneyFields(field), render: ({ model, editable }) => <MoneyNotice model={model} editable={editable} /> },
    {
      id: 'questions',
      title: t.questions,
      visible: hasRows('questions'),
      editable: (_model, mode) => answerableModes.includes(mode),
      lists: ['questions'],
      render: ({ editable }) => <Questions editable={editable} />,
    },
    {
      id: 'requirements',
      title: t.requirements,
      visible: asksRequirements,
      lists: ['requirements'],
      render: () => <RequirementTicks />,
    },
  ];
}
