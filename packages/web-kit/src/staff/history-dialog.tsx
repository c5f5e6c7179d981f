import type { HistoryEntry, HistoryRequest, HistoryResponse } from '@portal/contract-kit';
import { useId, useState } from 'react';
import { useApi } from '../api/api.ts';
import { readHistory } from '../api/documents.ts';
import { asProblem } from '../api/problem.ts';
import { Modal } from '../components/modal.tsx';
import { EmptyState, FailurePanel, Skeleton } from '../components/states.tsx';
import { statusTone } from '../components/status.ts';
import { StatusTag } from '../components/tags.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useQuery } from '../query.ts';
import { type Duration, inOrder, NOT_REACHED, plannedTime, takenTime } from './timeline.ts';

export interface HistoryDialogProps {
  /** The prefix of the service (`/api/trips`). */
  api: string;
  /** The address of the document's history (`/v1/triptic/trip/<id>/history`). */
  url: string;
  /** The reference of the document. */
  title: Label;
  open: boolean;
  onClose: () => void;
  /** Whether the dialog opens as the timeline of the workflow (the default) or as the list of actions. */
  timeline?: boolean;
}

/** The history of a document: its actions, or the steps of its workflow with their durations. */
export function HistoryDialog({ open, ...props }: HistoryDialogProps) {
  // Rendered only while it is open, so that each opening loads the history again and starts with the default view.
  return open ? <OpenHistory {...props} /> : null;
}

function OpenHistory({ api, url, title, onClose, timeline = true }: Omit<HistoryDialogProps, 'open'>) {
  const kit = useKitText();
  const text = useText();
  const [request, setRequest] = useState<HistoryRequest>({
    isTimeline: timeline,
    isAscending: timeline,
    fillMissingTimelineStatuses: timeline,
    useDynamicPaths: false,
  });
  const client = useApi(api);
  const history = useQuery({
    queryKey: ['history', api, url, request],
    queryFn: ({ signal }) => readHistory(client, url, request, signal),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  return (
    <Modal open onClose={onClose} title={`${kit('history.title')}: ${text(title)}`} wide>
      <HistoryOptions request={request} onChange={setRequest} />
      <div aria-live="polite" aria-busy={history.isFetching || undefined}>
        {history.data ? (
          <Entries response={history.data} />
        ) : history.error ? (
          <FailurePanel problem={asProblem(history.error)} retry={() => void history.refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    </Modal>
  );
}

function HistoryOptions({ request, onChange }: { request: HistoryRequest; onChange: (request: HistoryRequest) => void }) {
  const text = useKitText();
  const id = useId();
  const flag = (name: keyof HistoryRequest, label: string) => (
    <div className="govuk-checkboxes__item">
      <input
        className="govuk-checkboxes__input"
        id={`${id}-${name}`}
        type="checkbox"
        checked={request[name]}
        onChange={(event) => onChange({ ...request, [name]: event.target.checked })}
      />
      <label className="govuk-label govuk-checkboxes__label" htmlFor={`${id}-${name}`}>
        {text(label)}
      </label>
    </div>
  );
  const kind = (isTimeline: boolean, label: string) => (
    <div className="govuk-radios__item">
      <input
        className="govuk-radios__input"
        id={`${id}-${label}`}
        name={`${id}-kind`}
        type="radio"
        checked={request.isTimeline === isTimeline}
        onChange={() => onChange({ ...request, isTimeline, isAscending: isTimeline, fillMissingTimelineStatuses: isTimeline, useDynamicPaths: false })}
      />
      <label className="govuk-label govuk-radios__label" htmlFor={`${id}-${label}`}>
        {text(label)}
      </label>
    </div>
  );
  return (
    <fieldset className="govuk-fieldset portal-history__options">
      <legend className="govuk-visually-hidden">{text('history.options')}</legend>
      <div className="govuk-radios govuk-radios--small govuk-radios--inline">
        {kind(true, 'history.timeline')}
        {kind(false, 'history.list')}
      </div>
      <div className="govuk-checkboxes govuk-checkboxes--small portal-history__flags">
        {flag('isAscending', 'history.ascending')}
        {request.isTimeline ? flag('fillMissingTimelineStatuses', 'history.fill') : null}
        {request.isTimeline ? flag('useDynamicPaths', 'history.dynamic') : null}
      </div>
    </fieldset>
  );
}

function Entries({ response }: { response: HistoryResponse }) {
  const text = useKitText();
  const entries = inOrder(response);
  if (entries.length === 0) return <EmptyState title={text('history.empty')} />;
  return (
    <ol className="portal-timeline">
      {entries.map((entry, index) => (
        <Entry key={entry.documentActionId || `${entry.documentAction}:${index}`} entry={entry} timeline={response.type === 'TIMELINE'} />
      ))}
    </ol>
  );
}

function Entry({ entry, timeline }: { entry: HistoryEntry; timeline: boolean }) {
  const text = useKitText();
  const format = useFormat();
  const say = (duration: Duration) => (duration ? text(`history.${duration.unit}`, { [duration.unit]: format.number(duration.value) }) : NOT_REACHED);
  return (
    <li className={`portal-timeline__item portal-timeline__item--${statusTone(entry.documentStatus)}`}>
      <div className="portal-timeline__head">
        <h3 className="portal-timeline__title">{entry.documentAction}</h3>
        <StatusTag status={entry.documentStatus} />
      </div>
      <p className="portal-timeline__by">
        {entry.documentUpdatedAt ? <time dateTime={`${entry.documentUpdatedAt}Z`}>{format.dateTime(entry.documentUpdatedAt)}</time> : NOT_REACHED}
        {entry.documentUserName ? ` ${text('history.by', { name: entry.documentUserName })}` : null}
        {entry.documentVersion ? ` · ${text('history.version', { version: entry.documentVersion })}` : null}
      </p>
      {timeline ? (
        <dl className="portal-timeline__times">
          <div>
            <dt>{text('history.estimated')}</dt>
            <dd>{say(plannedTime(entry.estimatedTimeMinutes))}</dd>
          </div>
          <div>
            <dt>{text('history.actual')}</dt>
            <dd>{say(takenTime(entry.actualTimeMinutes))}</dd>
          </div>
        </dl>
      ) : null}
      {entry.details ? <p className="portal-timeline__details">{entry.details}</p> : null}
    </li>
  );
}
