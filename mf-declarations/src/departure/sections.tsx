import type { ListState } from '@portal/web-kit';
import { type Model, type SectionSpec, screenSections, useWatch } from '@portal/web-kit/forms';
import { DepartureDeclarationBody, departureFormSections, type QuestionRow, questionsEditable } from 'svc-declarations/contract';
import { Questions } from '../shared/answer-list.tsx';
import { AnswerRows } from '../shared/answer-rows.tsx';
import { departures } from '../shared/declaration.api.ts';
import { declarationFields } from '../shared/declaration-fields.ts';
import { flightPicks, numberField, pointOfEntry } from '../shared/flight.ts';
import { LaterJourneyLink } from '../shared/later-journey-link.tsx';
import { MoneyNotice } from '../shared/money.tsx';
import { passportFields } from '../shared/passport-fields.ts';
import { asksRequirements, RequirementTicks } from '../shared/requirement-ticks.tsx';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';

const field = declarationFields(DepartureDeclarationBody);

const hasQuestions = (model: Model): boolean => ((model.questions as unknown[] | undefined) ?? []).length > 0;

/** The questions to answer or, when the form is read-only, the stored answers. */
function QuestionsOrAnswers({ editable, mode }: { editable: boolean; mode: string }) {
  const rows: QuestionRow[] = useWatch({ name: 'questions' }) ?? [];
  if (editable) return <Questions name="questions" stored="accepted" mode={mode} />;
  return <AnswerRows questions={rows} />;
}

/**
 * Returns the form of all eight modes: the sections of the contract, and what the screen adds to them.
 * @param kind of the chosen exit point
 */
export const departureForm = (dates: readonly TravelDate[], kind?: string, datesState?: ListState): readonly SectionSpec[] =>
  screenSections(departureFormSections, field, {
    fields: {
      departureDate: dateField(dates, datesState),
      'flightDetails.code': pointOfEntry,
      flightCode: flightPicks('departure'),
      flightNumber: numberField(kind),
    },
    sections: {
      journey: { render: ({ mode }) => <LaterJourneyLink kind={departures} mode={mode} /> },
      passport: { passport: { fields: passportFields } },
      money: { render: ({ model, editable }) => <MoneyNotice model={model} editable={editable} /> },
      questions: {
        visible: hasQuestions,
        editable: (_model, mode) => questionsEditable(mode),
        render: ({ editable, mode }) => <QuestionsOrAnswers editable={editable} mode={mode} />,
      },
      requirements: { visible: asksRequirements, render: () => <RequirementTicks /> },
    },
  });
