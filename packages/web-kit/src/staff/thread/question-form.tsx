import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { useId, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useApi } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { recordName } from '../../catalogue/criteria.ts';
import { useCatalogue } from '../../catalogue/use-catalogue.ts';
import { Button } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { TextBox } from '../../components/text-box.tsx';
import { useDraft } from '../../draft/use-draft.ts';
import { ListFailed } from '../../forms/choice-fields.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import type { DocumentWithThread } from './document-with-thread.ts';
import { requirementOf, templatesFor, textOf } from './templates.ts';

interface Question {
  /** The id of the requirement that the question is about, and the code of the template. */
  about: string;
  chosen: string;
  words: string;
}

interface QuestionFormProps<Model extends DocumentWithThread> {
  model: Model;
  action: OfferedAction;
  /** Called when the question is about to be sent. */
  onSend(): void;
  onDone(answer: DocumentEnvelope<Model>): void;
  /** Called when somebody else has changed the document since it was loaded; the message says so. */
  onChanged(message: string): void;
}

/**
 * The form in which an officer asks the applicant, optionally about a requirement, in the words of a template or in other words. What is typed survives a
 * reload.
 */
export function QuestionForm<Model extends DocumentWithThread>({ model, action, onSend, onDone, onChanged }: QuestionFormProps<Model>) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const id = useId();
  const form = useForm<Question>({ defaultValues: { about: '', chosen: '', words: '' } });
  const draft = useDraft(`question-${model.id}`, form, { aside: true });
  const { field } = useController({ control: form.control, name: 'words' });
  const [about, chosen] = useWatch({ control: form.control, name: ['about', 'chosen'] });
  const [fault, setFault] = useState('');
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
  const send = async () => {
    onSend();
    const { about, words } = form.getValues();
    if (!words.trim()) {
      setFault(text('thread.writeQuestion'));
      form.setFocus('words');
      return;
    }
    try {
      const body = { version: model.version, comment: words.trim(), ...(about ? { requirementCode: about } : {}) };
      const answer = await performAction<Model>(api, action, body);
      draft.clear();
      onDone(answer);
    } catch (error) {
      const problem = asProblem(error);
      const message = problemErrors(problem, language)[0]?.message ?? text('errors.heading');
      if (problem.status === 409) return onChanged(message);
      setFault(message);
    }
  };
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
            setFault('');
          }}
        />
        <Button variant="secondary" onClick={send}>
          {text('thread.ask')}
        </Button>
      </div>
    </details>
  );
}
