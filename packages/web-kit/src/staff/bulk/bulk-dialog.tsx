import type { CatalogueRecord } from '@portal/contract-kit';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { claimWords, problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useQuery } from '../../query.ts';
import { ChoiceBox, CommentBox } from '../action-inputs.tsx';
import { isEndingName } from '../offered.ts';
import { type BulkOffer, type BulkResult, isDone, leftOf, performOnMany, readOffers } from './bulk-calls.ts';
import type { SelectedDocument } from './selection.ts';

/** The actions that a list offers for many documents at once, each with the choices of its decision. */
export type BulkActions = Readonly<Record<string, { choices?: readonly CatalogueRecord[] }>>;

interface BulkDialogProps {
  api: Api;
  kind: string;
  chosen: readonly SelectedDocument[];
  actions: BulkActions;
  /** @param left the documents that were not done and stay selected */
  onClose: (left: readonly SelectedDocument[], isChanged: boolean) => void;
}

/**
 * One action for all selected documents: asks for its input once, asks for confirmation with the number of documents, and shows the progress and a result for
 * each.
 */
export function BulkDialog({ api, kind, chosen, actions, onClose }: BulkDialogProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const [items, setItems] = useState(chosen);
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const [decision, setDecision] = useState('');
  const [faults, setFaults] = useState<{ action?: string; comment?: string; decision?: string; all?: string }>({});
  const [results, setResults] = useState<readonly BulkResult[]>();
  const [running, setRunning] = useState(false);
  const [changed, setChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = items.map(({ id }) => id);
  const offers = useQuery({ queryKey: ['bulk', api.prefix, kind, ids], queryFn: () => readOffers(api, kind, ids), staleTime: 0, gcTime: 0, retry: false });
  const possible = (offers.data ?? []).filter((offer) => actions[offer.name]);
  const action: BulkOffer | undefined = possible.find((offer) => offer.name === name);
  const choices = action && actions[action.name]?.choices;
  const failed = results?.filter((result) => !isDone(result)) ?? [];
  const finished = results !== undefined && !running;
  useEffect(() => {
    if (finished) heading.current?.focus();
  }, [finished]);

  const run = async () => {
    const wrong = {
      ...(action ? {} : { action: kit('bulk.chooseAction') }),
      ...(action?.commentRequired && !comment.trim() ? { comment: kit('actions.commentRequired') } : {}),
      ...(choices && !decision ? { decision: kit('actions.choice') } : {}),
    };
    setFaults(wrong);
    if (!action || Object.keys(wrong).length > 0) return;
    setRunning(true);
    setResults([]);
    try {
      const body = { ...(comment.trim() ? { comment: comment.trim() } : {}), ...(choices ? { decision } : {}) };
      setResults(await performOnMany(api, kind, action.name, items, body, (some) => setResults([...some])));
    } catch (error) {
      setFaults({ all: problemErrors(error, language)[0]?.message });
      setResults((some) => (some?.length ? some : undefined));
    } finally {
      setChanged(true);
      setRunning(false);
    }
  };

  const again = () => {
    setItems(leftOf(items, results ?? []));
    setResults(undefined);
    setName('');
  };
  const close = () => {
    if (running) return;
    onClose(leftOf(items, results ?? []), changed);
  };
  const referenceOf = (id: string): string => items.find((item) => item.id === id)?.reference ?? '';
  const outcomeOf = (result: BulkResult): string => {
    if (isDone(result)) return kit('bulk.done');
    // The server's message gives the time in UTC, so the message is written anew in local time.
    const reason = result.claim ? claimWords(result.claim, language) : result.errors.map(({ message }) => message).join(' ');
    return `${kit('bulk.refused')}: ${reason}`;
  };
  const progress = kit('bulk.progress', { done: results?.length ?? 0, count: items.length });

  return (
    <Modal
      open
      onClose={close}
      title={kit('bulk.title', { count: items.length })}
      wide
      footer={
        finished ? (
          <>
            <Button onClick={close}>{kit('bulk.close')}</Button>
            {failed.length > 0 ? (
              <Button variant="secondary" onClick={again}>
                {kit('bulk.retry', { count: failed.length })}
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button variant={action && isEndingName(action.name) ? 'warning' : 'primary'} busy={running} disabled={possible.length === 0} onClick={run}>
              {action ? kit('bulk.confirm', { action: action.label, count: items.length }) : kit('bulk.goOn')}
            </Button>
            <Button variant="secondary" disabled={running} onClick={close}>
              {kit('action.cancel')}
            </Button>
          </>
        )
      }
    >
      <div role="status" className={running ? 'govuk-body' : 'govuk-visually-hidden'}>
        {running ? progress : finished ? kit('bulk.result', { done: (results?.length ?? 0) - failed.length, failed: failed.length }) : ''}
      </div>
      {running ? <progress className="portal-bulk__progress" aria-label={progress} value={results?.length ?? 0} max={items.length} /> : null}
      {faults.all ? (
        <p className="govuk-error-message" role="alert">
          {faults.all}
        </p>
      ) : null}
      {finished ? (
        <>
          <h3 className="govuk-heading-s" tabIndex={-1} ref={heading}>
            {kit('bulk.result', { done: results.length - failed.length, failed: failed.length })}
          </h3>
          <table className="govuk-table portal-bulk__results">
            <caption className="govuk-visually-hidden">{kit('bulk.results')}</caption>
            <thead>
              <tr>
                <th scope="col">{kit('bulk.document')}</th>
                <th scope="col">{kit('bulk.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {[...failed, ...results.filter(isDone)].map((result) => (
                <tr key={result.id}>
                  <td>{referenceOf(result.id)}</td>
                  <td>{outcomeOf(result)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : running ? null : offers.isPending ? (
        <p className="govuk-body">{kit('page.loading')}</p>
      ) : offers.error ? (
        <p className="govuk-error-message" role="alert">
          {problemErrors(offers.error, language)[0]?.message}
        </p>
      ) : possible.length === 0 ? (
        <p className="govuk-body">{kit('bulk.nothing')}</p>
      ) : (
        <>
          <fieldset className={`govuk-fieldset govuk-form-group${faults.action ? ' govuk-form-group--error' : ''}`}>
            <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">{kit('bulk.action')}</legend>
            {faults.action ? (
              <p className="govuk-error-message" role="alert">
                {faults.action}
              </p>
            ) : null}
            <div className="govuk-radios govuk-radios--small">
              {possible.map((offer) => (
                <div key={offer.name} className="govuk-radios__item">
                  <input
                    className="govuk-radios__input"
                    type="radio"
                    name="bulk-action"
                    id={`bulk-${offer.name}`}
                    checked={offer.name === name}
                    onChange={() => {
                      setName(offer.name);
                      setDecision('');
                    }}
                  />
                  <label className="govuk-label govuk-radios__label" htmlFor={`bulk-${offer.name}`}>
                    {offer.label} <span className="portal-muted">{kit('bulk.possible', { count: offer.count, of: items.length })}</span>
                  </label>
                </div>
              ))}
            </div>
          </fieldset>
          {choices ? (
            <ChoiceBox numbered={false} legend={action.label} records={choices} value={decision} error={faults.decision} onChange={setDecision} />
          ) : null}
          {action ? (
            <CommentBox
              withKey={false}
              value={comment}
              onChange={setComment}
              error={faults.comment}
              neededFor={action.commentRequired ? [action.label] : []}
              always={action.commentRequired}
              toApplicant={action.toApplicant ? [action.label] : []}
              toStaff={action.toApplicant ? [] : [action.label]}
            />
          ) : null}
        </>
      )}
    </Modal>
  );
}
