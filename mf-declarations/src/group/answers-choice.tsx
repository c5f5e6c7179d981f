import { recordOf } from '@portal/contract-kit';
import { InsetText, useText } from '@portal/web-kit';
import { CheckboxField, type Model, type SectionSpec, SpecField } from '@portal/web-kit/forms';
import type { Row } from '../shared/asked-rows.ts';
import { answering, type GroupKind, isAdult } from './group-form.ts';
import { t } from './texts.ts';

/** An adult of the group who may answer for a child. */
export interface Adult {
  /** Position in the list of all persons, from 0. */
  place: number;
  name: string;
  /** Whether this adult is known to answer no to every question. */
  saysNo?: boolean;
}

interface AnswersChoiceProps {
  kind: GroupKind;
  adults: readonly Adult[];
  /** Whether the first person has nothing to declare either. */
  nobody: boolean;
}

/**
 * Returns the section of a person's page that asks whose answers count: nobody has anything to declare, an adult answers for a child, or the person answers
 * each question.
 */
export const answersSection = ({ kind, adults, nobody }: AnswersChoiceProps): SectionSpec => ({
  id: 'answers',
  title: t.answers,
  lists: answering,
  render: ({ model }) => <AnswersChoice kind={kind} adults={adults} nobody={nobody} model={model} />,
});

function AnswersChoice({ kind, adults, nobody, model }: AnswersChoiceProps & { model: Model }) {
  const text = useText();
  const settled = model.noneOfUs === 'YES';
  const rows = ['questions', 'declarations'].flatMap((list) => (kind.own.includes(list) ? ((model[list] as Row[] | undefined) ?? []) : []));
  return (
    <>
      <CheckboxField name="noneOfUs" label={(nobody ? t.noneOfUs : t.noneOfOthers)[kind.declaration.word]} hint={t.forEverybody} value="YES" />
      {settled ? (
        <>
          <details className="govuk-details">
            <summary className="govuk-details__summary">
              <span className="govuk-details__summary-text">{text(t.questions)}</span>
            </summary>
            <div className="govuk-details__text">
              <ul className="govuk-list govuk-list--bullet">
                {rows.map(({ id, description }) => (
                  <li key={id} className="portal-lines">
                    {description}
                  </li>
                ))}
              </ul>
            </div>
          </details>
          <CheckboxField name="separate" label={t.separate} />
        </>
      ) : null}
      {isAdult(model) === false && adults.length > 0 && (!settled || model.separate === true || nobody) ? (
        <InsetText>
          <SpecField
            field={{
              name: 'answeredBy',
              type: 'select',
              label: t.answeredBy,
              records: [...adults.map(({ place, name }) => ({ code: String(place), name })), recordOf('own', t.ownAnswers)],
            }}
            model={model}
            mode="register"
          />
        </InsetText>
      ) : null}
    </>
  );
}
