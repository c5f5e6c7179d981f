import {
  addTexts,
  asProblem,
  Button,
  ButtonGroup,
  Card,
  EmptyState,
  type ErasureRequest,
  Link,
  type ListResult,
  LoadingPanel,
  NoPermission,
  NotificationBanner,
  problemErrors,
  RequireRole,
  StaffPage,
  SummaryList,
  submitOnce,
  Tag,
  today,
  useFormat,
  useLanguage,
  useQueries,
  useText,
} from '@portal/web-kit';
import { useId, useState } from 'react';
import { shellApi } from '../areas/clients.ts';
import { type AreaKind, useErasureKinds } from '../layout/staff-menu.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { ErasureFacts } from './ask-for-erasure.tsx';
import { texts } from './erasure.texts.ts';
import { texts as ownTexts } from './my.texts.ts';

addTexts('shell', ownTexts);
addTexts('shell', texts);

type Decision = 'GRANT' | 'REFUSE';
const decisions: Decision[] = ['GRANT', 'REFUSE'];

interface RequestProps {
  request: ErasureRequest;
  from: AreaKind;
  /** Called when the request is about to be answered. */
  onAnswer: () => void;
  onAnswered: (words: string) => void;
}

/** One request with the form to answer it. */
function Request({ request, from, onAnswer, onAnswered }: RequestProps) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const id = useId();
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const { reference = '', requestedAt, dueAt, reason, documentId } = request;
  const answer = async (decision: Decision) => {
    onAnswer();
    if (!comment.trim()) return setFailed(text('erasure.commentRequired'));
    setBusy(true);
    setFailed('');
    try {
      const url = `${from.kind.path}/erasure/${encodeURIComponent(request.id)}`;
      await submitOnce(shellApi(from.area.api), { scope: `${from.area.api}${url}`, url, body: { decision, comment: comment.trim() } });
      onAnswered(text(decision === 'GRANT' ? 'erasure.granted' : 'erasure.refused', { reference }));
    } catch (error) {
      setFailed(problemErrors(asProblem(error), language)[0]?.message ?? '');
    } finally {
      setBusy(false);
    }
  };
  const overdue = dueAt.slice(0, 10) < today();
  return (
    <Card title={`${text(from.kind.title)}: ${reference}`}>
      <SummaryList
        compact
        rows={[
          { label: 'erasure.asked', value: format.dateTime(requestedAt) },
          {
            label: 'erasure.due',
            value: (
              <>
                {format.date(dueAt.slice(0, 10))} {overdue ? <Tag tone="red">{text('erasure.overdue')}</Tag> : null}
              </>
            ),
          },
          { label: 'erasure.reason', value: reason },
        ]}
      />
      <ErasureFacts request={request} />
      {documentId ? (
        <p className="govuk-body">
          <Link className="govuk-link" to={`${from.kind.screen}/${encodeURIComponent(documentId)}`}>
            {text('erasure.open')}
            <span className="govuk-visually-hidden"> {reference}</span>
          </Link>
        </p>
      ) : null}
      <div className={`govuk-form-group${failed ? ' govuk-form-group--error' : ''}`}>
        <label className="govuk-label" htmlFor={id}>
          {text('erasure.comment')}
          <span className="govuk-visually-hidden"> {reference}</span>
        </label>
        <div className="govuk-hint" id={`${id}-hint`}>
          {text('erasure.commentHint')}
        </div>
        <div role="alert">
          {failed ? (
            <p className="govuk-error-message" id={`${id}-error`}>
              {failed}
            </p>
          ) : null}
        </div>
        <textarea
          className="govuk-textarea"
          id={id}
          rows={3}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          aria-describedby={failed ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={failed ? true : undefined}
        />
      </div>
      <p className="govuk-hint">{text('erasure.grantMeans')}</p>
      <ButtonGroup>
        {decisions.map((decision) => (
          <Button key={decision} variant={decision === 'GRANT' ? 'warning' : 'secondary'} busy={busy} onClick={() => answer(decision)}>
            {text(`erasure.${decision}`)}
            <span className="govuk-visually-hidden"> {text('erasure.of', { reference })}</span>
          </Button>
        ))}
      </ButtonGroup>
    </Card>
  );
}

function Requests({ kinds }: { kinds: readonly AreaKind[] }) {
  const text = useText();
  const [answered, setAnswered] = useState<{ words: string }>();
  const lists = useQueries({
    queries: kinds.map(({ area, kind }) => ({
      queryKey: ['erasure', area.api, kind.path],
      queryFn: ({ signal }: { signal: AbortSignal }) => shellApi(area.api).get<ListResult<ErasureRequest>>(`${kind.path}/erasure`, { signal }),
      staleTime: 0,
      retry: false,
    })),
  });
  const waiting = kinds
    .flatMap((from, index) => (lists[index]?.data?.records ?? []).map((request) => ({ request, from })))
    .sort((one, other) => one.request.dueAt.localeCompare(other.request.dueAt));
  const down = kinds.filter((_, index) => lists[index]?.error);
  return (
    <StaffPage title="erasure.title">
      <p className="govuk-body">{text('erasure.lead')}</p>
      {answered ? (
        <NotificationBanner tone="success" focus={answered}>
          <p className="govuk-body">{answered.words}</p>
        </NotificationBanner>
      ) : null}
      {down.map(({ kind }) => (
        <div key={kind.path} className="govuk-inset-text" role="alert">
          <p className="govuk-body">{text('erasure.down', { kind: text(kind.title) })}</p>
        </div>
      ))}
      {lists.some((list) => list.isPending) ? <LoadingPanel /> : null}
      {waiting.map(({ request, from }) => (
        <Request
          key={request.id}
          request={request}
          from={from}
          onAnswer={() => setAnswered(undefined)}
          onAnswered={(words) => {
            setAnswered({ words });
            for (const list of lists) void list.refetch();
          }}
        />
      ))}
      {waiting.length === 0 && lists.every((list) => list.isSuccess) ? <EmptyState title="erasure.empty" /> : null}
    </StaffPage>
  );
}

/** Lists the requests for erasure for the office, the most urgent first. */
export default function ErasurePage() {
  const registry = useRegistry();
  const kinds = useErasureKinds();
  if (!registry) return <LoadingPanel />;
  return <RequireRole anyOf={[]}>{kinds.length > 0 ? <Requests kinds={kinds} /> : <NoPermission />}</RequireRole>;
}
