import { useId } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { recordName } from '../../catalogue/criteria.ts';
import { useCatalogue } from '../../catalogue/use-catalogue.ts';
import { Button } from '../../components/button.tsx';
import { TextBox } from '../../components/text-box.tsx';
import { useDraft } from '../../draft/use-draft.ts';
import { ListFailed } from '../../forms/choice-fields.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import type { DocumentWithThread } from './document-with-thread.ts';
import { requirementOf, templatesFor, textOf } from './templates.ts';
import { type ThreadFormProps, useThreadSend } from './use-thread-send.ts';

interface Question {
  /** The id of the requirement that the question is about, and the code of the template. */
  about: string;
  chosen: string;
  words: string;
}

/**
 * The form in which an officer asks the applicant, optionally about a requirement, in the words of a template or in other words. What is typed survives a
 * reload.
 */
export function QuestionForm<Model extends DocumentWithThread>(props: ThreadFormProps<Model>) {
  const { model } = props;
  const text = useKitText();
  const { language } = useLanguage();
  const id = useId();
  const form = useForm<Question>({ defaultValues: { about: '', chosen: '', words: '' } });
  const draft = useDraft(`question-${model.id}`, form, { aside: true });
  const { field } = useController({ control: form.control, name: 'words' });
  const [about, chosen] = useWatch({ control: form.control, name: ['about', 'chosen'] });
  const requirements = (model.requirements ?? []).filter((row): row is { id: string; description?: string } => Boolean(row.id));
  const { records, loading, problem, retry } = useCatalogue('query-templates');
  const templates = templatesFor(records, about);
  const put = (name: keyof Question, value: string) => form.setValue(name, value, { shouldDirty: true });

  const choose = (code: string) => {
    const template = records.find((record) => record.code === code);
    put('chosen', code);
    if (!template) return;
    put('words', textOf(template, language));
    put('about', about || requirementOf(template, requirements));
    form.setFocus('words');
  };
  const { send, fault, clearFault } = useThreadSend(props, {
    read: () => {
      const { about, words } = form.getValues();
      return { words, more: about ? { requirementCode: about } : {} };
    },
    empty: text('thread.writeQuestion'),
    focus: () => form.setFocus('words'),
    draft,
  });
  return (
    <details className="govuk-details portal-ask" open={Boolean(draft.restoredAt)}>
      <summary className="govuk-details__summary">
        <span className="govuk-details__summary-text">{text('thread.askTitle')}</span>
      </summary>
      <div className="govuk-details__text">
        {requirements.length ? (
          <div className="govuk-form-group">
            <label className="govuk-label" htmlFor={`${id}-about`}>
              {text('thread.requirement')}
            </label>
            <select className="govuk-select" id={`${id}-about`} value={about} onChange={({ target }) => put('about', target.value)}>
              <option value="">{text('thread.none')}</option>
              {requirements.map((row) => (
                <option key={row.id} value={row.id}>
                  {row.description ?? row.id}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={`${id}-template`}>
            {text('thread.template')}
          </label>
          <select
            className="govuk-select"
            id={`${id}-template`}
            value={chosen}
            aria-busy={loading || undefined}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{text(loading ? 'field.loading' : 'thread.none')}</option>
            {templates.map((record) => (
              <option key={record.code} value={record.code}>
                {recordName(record, language)}
              </option>
            ))}
          </select>
          {problem ? <ListFailed retry={retry} /> : null}
        </div>
        <TextBox
          id={`${id}-words`}
          ref={field.ref}
          rows={4}
          label={text('thread.question')}
          error={fault}
          value={field.value}
          onChange={(event) => {
            field.onChange(event);
            clearFault();
          }}
        />
        <Button variant="secondary" onClick={send}>
          {text('thread.ask')}
        </Button>
      </div>
    </details>
  );
}
