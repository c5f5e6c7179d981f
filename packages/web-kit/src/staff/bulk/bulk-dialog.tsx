import { type RefObject, useEffect, useRef } from 'react';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { claimWords, problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { ChoiceBox, CommentBox } from '../action-inputs.tsx';
import { isEndingName } from '../offered.ts';
import { type BulkResult, isDone } from './bulk-calls.ts';
import type { SelectedDocument } from './selection.ts';
import { type BulkAction, type BulkActions, useBulkAction } from './use-bulk-action.ts';

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
  const bulk = useBulkAction(api, kind, chosen, actions);
  const { items, faults, results = [], running } = bulk;
  const heading = useRef<HTMLHeadingElement>(null);
  const finished = bulk.results !== undefined && !running;
  useEffect(() => {
    if (finished) heading.current?.focus();
  }, [finished]);

  const failed = results.filter((result) => !isDone(result));
  const close = () => {
    if (running) return;
    onClose(bulk.left, bulk.changed);
  };
  const progress = kit('bulk.progress', { done: results.length, count: items.length });
  const result = kit('bulk.result', { done: results.length - failed.length, failed: failed.length });

  return (
    <Modal
      open
      onClose={close}
      title={kit('bulk.title', { count: items.length })}
      wide
      footer={<BulkButtons bulk={bulk} finished={finished} failed={failed.length} close={close} />}
    >
      <div role="status" className={running ? 'govuk-body' : 'govuk-visually-hidden'}>
        {running ? progress : finished ? result : ''}
      </div>
      {running ? <progress className="portal-bulk__progress" aria-label={progress} value={results.length} max={items.length} /> : null}
      {faults.all ? <Fault>{faults.all}</Fault> : null}
      {finished ? (
        <Results items={items} results={[...failed, ...results.filter(isDone)]} title={result} heading={heading} />
      ) : running ? null : (
        <BulkInput bulk={bulk} />
      )}
    </Modal>
  );
}

interface BulkButtonsProps {
  bulk: BulkAction;
  finished: boolean;
  /** The number of documents that were not done. */
  failed: number;
  close: () => void;
}

/** The buttons of the dialog. They are one component, so that the focus stays on its button when the officer starts again. */
function BulkButtons({ bulk: { action, items, possible, running, run, again }, finished, failed, close }: BulkButtonsProps) {
  const kit = useKitText();
  return finished ? (
    <>
      <Button onClick={close}>{kit('bulk.close')}</Button>
      {failed > 0 ? (
        <Button variant="secondary" onClick={again}>
          {kit('bulk.retry', { count: failed })}
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
  );
}

const Fault = ({ children }: { children: string | undefined }) => (
  <p className="govuk-error-message" role="alert">
    {children}
  </p>
);

interface ResultsProps {
  items: readonly SelectedDocument[];
  results: readonly BulkResult[];
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The result for each document. */
function Results({ items, results, title, heading }: ResultsProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const referenceOf = (id: string): string => items.find((item) => item.id === id)?.reference ?? '';
  const outcomeOf = (result: BulkResult): string => {
    if (isDone(result)) return kit('bulk.done');
    // The server's message gives the time in UTC, so the message is written anew in local time.
    const reason = result.claim ? claimWords(result.claim, language) : result.errors.map(({ message }) => message).join(' ');
    return `${kit('bulk.refused')}: ${reason}`;
  };
  return (
    <>
      <h3 className="govuk-heading-s" tabIndex={-1} ref={heading}>
        {title}
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
          {results.map((result) => (
            <tr key={result.id}>
              <td>{referenceOf(result.id)}</td>
              <td>{outcomeOf(result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The possible actions, and the input of the chosen one. */
function BulkInput({ bulk }: { bulk: BulkAction }) {
  const kit = useKitText();
  const { language } = useLanguage();
  const { offers, possible, action, choices, faults } = bulk;
  if (offers.isPending) return <p className="govuk-body">{kit('page.loading')}</p>;
  if (offers.error) return <Fault>{problemErrors(offers.error, language)[0]?.message}</Fault>;
  if (possible.length === 0) return <p className="govuk-body">{kit('bulk.nothing')}</p>;
  return (
    <>
      <ActionChoice bulk={bulk} />
      {choices ? (
        <ChoiceBox numbered={false} legend={action?.label ?? ''} records={choices} value={bulk.decision} error={faults.decision} onChange={bulk.setDecision} />
      ) : null}
      {action ? (
        <CommentBox
          withKey={false}
          value={bulk.comment}
          onChange={bulk.setComment}
          error={faults.comment}
          neededFor={action.commentRequired ? [action.label] : []}
          always={action.commentRequired}
          toApplicant={action.toApplicant ? [action.label] : []}
          toStaff={action.toApplicant ? [] : [action.label]}
        />
      ) : null}
    </>
  );
}

/** The possible actions as radio buttons, each with the number of documents that it is possible for. */
function ActionChoice({ bulk: { possible, action, items, choose, faults } }: { bulk: BulkAction }) {
  const kit = useKitText();
  return (
    <fieldset className={`govuk-fieldset govuk-form-group${faults.action ? ' govuk-form-group--error' : ''}`}>
      <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">{kit('bulk.action')}</legend>
      {faults.action ? <Fault>{faults.action}</Fault> : null}
      <div className="govuk-radios govuk-radios--small">
        {possible.map((offer) => (
          <div key={offer.name} className="govuk-radios__item">
            <input
              className="govuk-radios__input"
              type="radio"
              name="bulk-action"
              id={`bulk-${offer.name}`}
              checked={offer.name === action?.name}
              onChange={() => choose(offer.name)}
            />
            <label className="govuk-label govuk-radios__label" htmlFor={`bulk-${offer.name}`}>
              {offer.label} <span className="portal-muted">{kit('bulk.possible', { count: offer.count, of: items.length })}</span>
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
