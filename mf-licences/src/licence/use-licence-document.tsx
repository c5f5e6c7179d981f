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
  WarningText,
} from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, useDraft } from '@portal/web-kit/forms';
import { ActionPanel, ActionsTable, HistoryDialog } from '@portal/web-kit/staff';
import { type ReactNode, useMemo, useState } from 'react';
import {
  applicationEditable,
  datesEditable,
  hasDueFee,
  holderEditable,
  isOfficersChange,
  isWithAuthor,
  type LicenceMode,
  licenceModes,
  recommendationLabels,
  recommendations,
  requirementsConfirmable,
  scansEditable,
} from 'svc-licences/contract';
import { type LicenceEnvelope, type LicenceValues, licenceKey, licencePath } from './licence.api.ts';
import { PendingChange } from './pending-change.tsx';
import { t } from './texts.ts';
import { useLicenceForm } from './use-licence-form.ts';

const decisions = recommendations.map((code) => ({ code, name: recommendationLabels[code].en, names: recommendationLabels[code] }));

/** Modes that look at a document without doing anything to it. */
const looking = new Set<string>(['view', 'print', 'printform']);

/** Modes with something to fill in. */
export const isEditing = (mode: string): boolean =>
  applicationEditable(mode) || holderEditable(mode) || requirementsConfirmable(mode) || scansEditable(mode) || datesEditable(mode);

/** What was done that cannot be undone by whoever did it. */
const asked = Object.fromEntries(['withdrawal', 'rejection', 'suspension', 'issuance'].map((name) => [name, true]));

export interface LicenceDocumentParts {
  errors: PageError[];
  /** The document: its sections, what was done to it. */
  summary: ReactNode;
  /** What may be done now. */
  panel: ReactNode;
}

interface LicenceDocumentOptions {
  envelope: LicenceEnvelope;
  mode: LicenceMode;
  /** The pages it belongs to: the public's or the officers'. */
  base: string;
  reload(): void;
  /** History and timeline are for those who may read the list. */
  withHistory: boolean;
}

/** A licence document in a mode of its form, for officers and for its owner alike. */
export function useLicenceDocument({ envelope, mode, base, reload, withHistory }: LicenceDocumentOptions): LicenceDocumentParts {
  const { model } = envelope;
  const id = model.id || undefined;
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [history, setHistory] = useState(false);
  const [failed, setFailed] = useState<PageError[]>([]);
  const done = (useLocation().state as { done?: string } | null)?.done;
  const { form, sections, contract, body } = useLicenceForm(model as unknown as LicenceValues, mode);
  const offered = mode === 'new' || looking.has(mode) || envelope.actions.some((action) => action.name === mode);
  const editing = offered && isEditing(mode);
  // Whoever may not do it for what they did before learns that, and not that it is another status.
  const blocked = envelope.blocked?.find((action) => action.name === mode);
  // Unpaid fees are a reason to ask for a reason: the server asks for it too.
  const actions = envelope.actions.map((action) => (action.name === 'issuance' && hasDueFee(model) ? { ...action, commentRequired: true } : action));
  // A draft of changes belongs to the version they were made to.
  const draft = useDraft<LicenceValues>(`licence-${mode}-${id ?? 'new'}-${model.version}`, form, { initial: { ...model } as LicenceValues, ready: editing });

  const showErrors = (lines: PageError[]) => {
    const isOwn = (line: PageError): line is PageError & FieldError =>
      editing && Boolean(line.field && line.code) && line.field !== 'comment' && line.field !== 'decision';
    const own = lines.filter(isOwn);
    if (own.length > 0) contract.show(own);
    else contract.clear();
    setFailed(lines.filter((line) => !isOwn(line)));
  };
  // A new list only when something new is wrong: the summary takes the focus each time.
  const errors = useMemo(() => [...contract.errors, ...failed], [contract.errors, failed]);
  const to = (action: string) => (documentId: string) => `${base}/${action}/${documentId}`;

  // The server names what was done in the reader's language.
  const doneLabel = done ? model.actions?.filter(({ action }) => action === done).at(-1)?.operation : undefined;

  const summary = (
    <FormProvider {...form}>
      {doneLabel && mode === 'view' ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">
            {doneLabel}: {text(model.pendingChange?.action === done ? t.changeAsked : t.done)}
          </p>
        </NotificationBanner>
      ) : null}
      {editing ? <DraftNotice draft={draft} onStartAgain={contract.clear} /> : null}
      {offered ? null : (
        <InsetText>
          <p className="govuk-body govuk-!-font-weight-bold">{text(t.notOffered)}</p>
          <p className="govuk-body">{blocked?.message ?? text(t.notOfferedText)}</p>
          <Link className="govuk-link" to={`${base}/view/${id}`}>
            {text(t.backToDocument)}
          </Link>
        </InsetText>
      )}
      {mode === 'view' ? <PendingChange model={model} /> : null}
      {offered && isOfficersChange(mode) ? <InsetText>{text(t.confirmedByAnother)}</InsetText> : null}
      {offered && mode === 'issuance' && hasDueFee(model) ? <WarningText>{text(t.feesDue)}</WarningText> : null}
      <DocumentForm sections={sections} mode={offered ? mode : 'view'} editable={editing} {...(editing ? {} : { model: { ...model } })} />
      {model.actions?.length ? <ActionsTable entries={model.actions} /> : null}
    </FormProvider>
  );

  const panel = (
    <>
      <ActionPanel
        api={api}
        envelope={{ ...envelope, actions }}
        mode={mode}
        choices={{ recommendation: decisions }}
        confirm={asked}
        values={() => (editing ? body() : {})}
        navigate={{ view: to('view'), ...Object.fromEntries(licenceModes.map((name) => [`open-${name}`, to(name)])) }}
        fileName={(action) => (action.name === 'print-form' ? 'form.pdf' : `${model.serialReference?.reference ?? 'draft'}-${action.name}.pdf`)}
        onDone={(done, action) => {
          draft.clear();
          contract.clear();
          setFailed([]);
          cache.setQueryData(licenceKey(done.model.id), done);
          // A renewal answers with the new document: the old one has changed too.
          if (done.model.id !== id && id) void cache.invalidateQueries({ queryKey: licenceKey(id) });
          navigate(`${base}/view/${done.model.id}`, { replace: true, state: mode === 'view' ? undefined : { done: action.name } });
        }}
        submitted={!isWithAuthor(model.documentStatus)}
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
            api="/api/licences"
            url={`${licencePath(id)}/history`}
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
