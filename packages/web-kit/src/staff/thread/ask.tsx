import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { useId, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { recordName } from '../../catalogue/criteria.ts';
import { useCatalogue } from '../../catalogue/use-catalogue.ts';
import { Button } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { TextBox } from '../../components/text-box.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { requirementOf, templatesFor, textOf } from './templates.ts';
import type { Threaded } from './threaded.ts';

/** Asks the applicant: about a requirement, with the words of a template or one's own. */
export function Ask<Model extends Threaded>({ model, action, onDone }: { model: Model; action: OfferedAction; onDone(answer: DocumentEnvelope<Model>): void }) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [about, setAbout] = useState('');
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useState('');
  const [fault, setFault] = useState('');
  const requirements = (model.requirements ?? []).filter((row): row is { id: string; description?: string } => Boolean(row.id));
  const { records } = useCatalogue('query-templates');
  const templates = templatesFor(records, about);

  const choose = (code: string) => {
    const template = records.find((record) => record.code === code);
    setChosen(code);
    if (!template) return;
    setWords(textOf(template, language));
    setAbout(about || requirementOf(template, requirements));
    box.current?.focus();
  };
  const send = async () => {
    if (!words.trim()) {
      setFault(text('thread.writeQuestion'));
      box.current?.focus();
      return;
    }
    try {
      const body = { version: model.version, comment: words.trim(), ...(about ? { requirementCode: about } : {}) };
      onDone(await performAction<Model>(api, action, body));
    } catch (error) {
      setFault(problemErrors(asProblem(error), language)[0]?.message ?? text('errors.heading'));
    }
  };
  return (
    <details className="govuk-details portal-ask">
      <summary className="govuk-details__summary">
        <span className="govuk-details__summary-text">{text('thread.askTitle')}</span>
      </summary>
      <div className="govuk-details__text">
        {requirements.length ? (
          <div className="govuk-form-group">
            <label className="govuk-label" htmlFor={`${id}-about`}>
              {text('thread.requirement')}
            </label>
            <select className="govuk-select" id={`${id}-about`} value={about} onChange={({ target }) => setAbout(target.value)}>
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
          <select className="govuk-select" id={`${id}-template`} value={chosen} onChange={({ target }) => choose(target.value)}>
            <option value="">{text('thread.none')}</option>
            {templates.map((record) => (
              <option key={record.code} value={record.code}>
                {recordName(record, language)}
              </option>
            ))}
          </select>
        </div>
        <TextBox
          id={`${id}-words`}
          ref={box}
          rows={4}
          label={text('thread.question')}
          error={fault}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
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
