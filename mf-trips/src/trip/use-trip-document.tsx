import type { FieldError } from '@portal/contract-kit';
import {
  Button,
  ButtonGroup,
  InsetText,
  Link,
  NotificationBanner,
  type PageError,
  useApi,
  useLocation,
  useNavigate,
  useQueryClient,
  useText,
} from '@portal/web-kit';
import { closedSections, DocumentForm, DraftNotice, FormProvider, useDraft } from '@portal/web-kit/forms';
import { ActionPanel, ActionsTable, HistoryDialog } from '@portal/web-kit/staff';
import { type ReactNode, useMemo, useState } from 'react';
import type { Movement, TripMode } from 'svc-trips/contract';
import { t } from './texts.ts';
import { modeInAddress, type TripEnvelope, type TripValues, tripKey, tripPath } from './trip.api.ts';
import { inputOf, startOf, useTripForm } from './use-trip-form.ts';

/** Modes that look at a document without doing anything to it. */
const looking = new Set<string>(['view', 'return-view', 'print']);

export interface TripDocumentParts {
  errors: PageError[];
  /** The document: its sections, what was done to it. */
  summary: ReactNode;
  /** What may be done now. */
  panel: ReactNode;
}

interface TripDocumentOptions {
  envelope: TripEnvelope;
  mode: TripMode;
  /** The pages it belongs to: the public's or the officers'. */
  base: string;
  reload(): void;
  /** History and timeline are for those who may read the list. */
  withHistory: boolean;
  movement?: Movement;
  mediaScope?: string;
}

/** A trip in a mode of its form, for officers and for its applicant alike. */
export function useTripDocument({ envelope, mode, base, reload, withHistory, movement, mediaScope }: TripDocumentOptions): TripDocumentParts {
  const { model } = envelope;
  const id = model.id || undefined;
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [history, setHistory] = useState(false);
  const [failed, setFailed] = useState<PageError[]>([]);
  const finished = (useLocation().state as { done?: string } | null)?.done;
  const { form, sections, contract, check, body } = useTripForm({ ...model } as TripValues, mode, { movement, mediaScope });
  const offered = mode === 'new' || looking.has(mode) || envelope.actions.some(({ kind, modes }) => kind === 'submit' && modes.includes(mode));
  const blocked = envelope.blocked?.find(({ modes }) => modes.includes(mode));
  const editing = offered && inputOf(mode) !== null;
  // A draft of changes belongs to the version they were made to.
  const draft = useDraft<TripValues>(`trip-${mode}-${movement ?? ''}-${id ?? 'new'}-${model.version}`, form, {
    initial: startOf(model),
    ready: editing,
  });

  const showErrors = (lines: PageError[]) => {
    const isOwn = (line: PageError): line is PageError & FieldError => editing && Boolean(line.field && line.code) && line.field !== 'comment';
    const own = lines.filter(isOwn);
    if (own.length > 0) contract.show(own);
    else contract.clear();
    setFailed(lines.filter((line) => !isOwn(line)));
  };
  // A new list only when something new is wrong: the summary takes the focus each time.
  const errors = useMemo(() => [...contract.errors, ...failed], [contract.errors, failed]);
  const to = (mode: string) => (documentId: string) => `${base}/${modeInAddress(mode)}/${documentId}`;
  // `open-approval` leads to the form of the mode `approval`.
  const ways = envelope.actions.filter(({ kind }) => kind === 'navigate').map(({ name }) => [name, to(name.replace(/^open-/, ''))] as const);

  const summary = (
    <FormProvider {...form}>
      {finished && mode === 'view' ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">
            {finished}: {text(t.done)}
          </p>
        </NotificationBanner>
      ) : null}
      {editing ? <DraftNotice draft={draft} onStartAgain={contract.clear} /> : null}
      {offered ? null : (
        <InsetText>
          <p className="govuk-body govuk-!-font-weight-bold">{text(t.notOffered)}</p>
          <p className="govuk-body">{blocked?.message ?? text(t.notOfferedText)}</p>
          <Link className="govuk-link" to={`${base}/view/${id}`}>
            {text(t.back)}
          </Link>
        </InsetText>
      )}
      {editing ? (
        <DocumentForm sections={sections} mode={mode} />
      ) : (
        // What a mode shows, it shows also while its action cannot be done.
        <DocumentForm sections={closedSections(sections)} mode={mode} editable={false} model={{ ...model }} />
      )}
      {model.actions?.length ? <ActionsTable entries={model.actions} /> : null}
    </FormProvider>
  );

  const panel = (
    <>
      <ActionPanel
        api={api}
        envelope={envelope}
        mode={mode}
        values={(action) => {
          if (!editing) return {};
          // A draft may be unfinished; everything else is checked before it is sent.
          if (action.name !== 'store' && !check()) return undefined;
          return body();
        }}
        navigate={Object.fromEntries(ways)}
        fileName={(action) => `${model.serialReference?.reference ?? 'draft'}-${action.name}.pdf`}
        onDone={(answer, action) => {
          draft.clear();
          contract.clear();
          setFailed([]);
          cache.setQueryData(tripKey(answer.model.id), answer);
          if (action.name === 'direct-submit') navigate(`${base}/inqr/${answer.model.id}`, { replace: true });
          else if (action.name === 'store') navigate(`${base}/edit/${answer.model.id}`, { replace: true });
          else navigate(`${base}/view/${answer.model.id}`, { replace: true, state: mode === 'view' ? undefined : { done: action.label } });
        }}
        onErrors={showErrors}
        onReload={reload}
      />
      {withHistory && id ? (
        <>
          <ButtonGroup>
            <Button variant="secondary" onClick={() => setHistory(true)}>
              {text(t.history)}
            </Button>
          </ButtonGroup>
          <HistoryDialog
            api="/api/trips"
            url={`${tripPath(id)}/history`}
            title={model.serialReference?.reference ?? text(t.service)}
            open={history}
            onClose={() => setHistory(false)}
          />
        </>
      ) : null}
    </>
  );
  return { errors, summary, panel };
}
