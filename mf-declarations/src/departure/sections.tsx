import { type Model, QuestionList, type SectionSpec, screenSections, useWatch } from '@portal/web-kit/forms';
import { answerableModes, DepartureDeclarationBody, departureFormSections, type QuestionRow } from 'svc-declarations/contract';
import { isOwnAnswer } from '../shared/answer-list.tsx';
import { AnswerRows } from '../shared/answer-rows.tsx';
import { departures } from '../shared/declaration.api.ts';
import { declarationFields } from '../shared/declaration-fields.ts';
import { flightPicks, pointOfEntry } from '../shared/flight.ts';
import { LaterLink } from '../shared/later-link.tsx';
import { MoneyNotice } from '../shared/money.tsx';
import { passportFields } from '../shared/passport-fields.ts';
import { asksRequirements, RequirementTicks } from '../shared/requirement-ticks.tsx';
import { dateField, type TravelDate } from '../shared/travel-dates.ts';

const field = declarationFields(DepartureDeclarationBody);

const hasQuestions = (model: Model): boolean => ((model.questions as unknown[] | undefined) ?? []).length > 0;

/** Yes or no for each question, or the stored answers. */
function Questions({ editable, mode }: { editable: boolean; mode: string }) {
  const rows: QuestionRow[] = useWatch({ name: 'questions' }) ?? [];
  if (editable) return <QuestionList name="questions" withRest={isOwnAnswer(mode)} />;
  return <AnswerRows questions={rows} />;
}

/** The form of all eight modes: the sections of the contract, and what the screen adds to them. */
export const departureForm = (dates: readonly TravelDate[]): readonly SectionSpec[] =>
  screenSections(departureFormSections, field, {
    fields: { departureDate: dateField(dates), 'flightDetails.code': pointOfEntry, flightCode: flightPicks('departure') },
    sections: {
      journey: { render: ({ mode }) => <LaterLink of={departures} mode={mode} /> },
      passport: { passport: { fields: passportFields } },
      money: { render: ({ model, editable }) => <MoneyNotice model={model} editable={editable} /> },
      questions: {
        visible: hasQuestions,
        editable: (_model, mode) => answerableModes.includes(mode),
        render: ({ editable, mode }) => <Questions editable={editable} mode={mode} />,
      },
      requirements: { visible: asksRequirements, render: () => <RequirementTicks /> },
    },
  });
