import { neq } from '@portal/web-kit';
import { type FieldSpec, type Model, QuestionList, useWatch } from '@portal/web-kit/forms';
import { DepartureDeclarationBody, isSet, type QuestionRow } from 'svc-declarations/contract';
import { AnswerRows } from '../shared/answer-rows.tsx';
import { fieldMaker } from '../shared/contract-fields.ts';
import { MoneyNotice, moneyFields } from '../shared/money.tsx';
import { RequirementTicks } from '../shared/requirement-ticks.tsx';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';
import type { FormSection } from '../shared/visible.ts';
import { t } from './texts.ts';

const field = fieldMaker(DepartureDeclarationBody);

const byAir = (model: Model): boolean => isSet((model.flightDetails as { airport?: unknown } | undefined)?.airport);
const hasRows =
  (name: string) =>
  (model: Model): boolean =>
    ((model[name] as unknown[] | undefined) ?? []).length > 0;

/** The exit point decides whether a flight is asked for; away from an airport the answers to that are emptied. */
const exitPoint: FieldSpec = (() => {
  const made = field('flightDetails.code', { hint: t.exitHint });
  return {
    ...made,
    onPick: (record, form) => {
      made.onPick?.(record, form);
      form.setValue('entryPointCode', record?.code ?? '');
      if (!isSet(record?.airport)) for (const name of ['flightCode', 'embarkationPortCode']) form.setValue(name, '');
    },
  };
})();

/** Choosing the flight answers the next two questions too, unless they were answered by hand. */
const flight: FieldSpec = (() => {
  const made = field('flightCode', { hint: t.flightHint, visible: byAir, criteria: [neq('direction', 'A')] });
  return {
    ...made,
    onPick: (record, form) => {
      made.onPick?.(record, form);
      if (!record) return;
      if (!form.getValues('flightNumber')) form.setValue('flightNumber', record.code.toUpperCase(), { shouldDirty: true });
      if (!form.getValues('embarkationPortCode') && typeof record.destinationCode === 'string')
        form.setValue('embarkationPortCode', record.destinationCode, { shouldDirty: true });
    },
  };
})();

/** Yes or no to each question, or what was answered. */
function Questions({ editable }: { editable: boolean }) {
  const rows: QuestionRow[] = useWatch({ name: 'questions' }) ?? [];
  if (editable) return <QuestionList name="questions" />;
  return <AnswerRows questions={rows} />;
}

/** The one form of all eight modes, as data. In verification the requirements have a table of their own. */
export function departureForm(dates: readonly TravelDate[]): readonly FormSection[] {
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
      fields: [field('travellerCode', { width: 20 }), field('nationalityCode', { autoComplete: 'country' }), field('expiryDate', { hint: t.expiryHint })],
    },
    {
      id: 'contact',
      title: t.contact,
      fields: [
        field('phoneNumber', { hint: t.phoneHint, inputType: 'tel', autoComplete: 'tel', width: 20, required: false }),
        field('emailAddress', { inputType: 'email', autoComplete: 'email', required: false }),
      ],
    },
    {
      id: 'person',
      title: t.person,
      fields: [
        field('firstName', { hint: t.nameHint, autoComplete: 'given-name' }),
        field('lastName', { hint: t.nameHint, autoComplete: 'family-name' }),
        field('birthDate', { hint: t.dateHint, autoComplete: 'bday' }),
        field('gender'),
        field('occupation', { autoComplete: 'organization-title' }),
      ],
    },
    { id: 'money', title: t.money, fields: moneyFields(field), render: ({ model }) => <MoneyNotice model={model} /> },
    { id: 'questions', title: t.questions, visible: hasRows('questions'), lists: ['questions'], render: ({ editable }) => <Questions editable={editable} /> },
    {
      id: 'requirements',
      title: t.requirements,
      visible: (model, mode) => hasRows('requirements')(model) && mode !== 'verification',
      lists: ['requirements'],
      render: ({ editable }) => <RequirementTicks editable={editable} />,
    },
  ];
}
