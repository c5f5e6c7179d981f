import type { DocumentEnvelope, FieldError, OfferedAction } from '@portal/contract-kit';
import { type ReactNode, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormProvider } from 'react-hook-form';
import { useApi } from '../api/api.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { InsetText, NotificationBanner } from '../components/content.tsx';
import type { PageError } from '../components/page-error.ts';
import { documentKey, documentPath } from '../document/use-document.ts';
import type { KindForm } from '../document/use-document-form.ts';
import { DraftNotice } from '../draft/draft-notice.tsx';
import { useDraft } from '../draft/use-draft.ts';
import { useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useQueryClient } from '../query.ts';
import { Link, useLocation, useNavigate } from '../router.ts';
import { ActionPanel, type ActionPanelProps } from './action-panel.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { Notes } from './thread/notes.tsx';
import { Thread } from './thread/thread.tsx';

/** Any registered document, as its page reads it; a blank one has no reference. */
interface Registered {
  id: string;
  version: number;
  serialReference?: { reference: string };
}

export interface DocumentPageOptions<Model extends Registered, Values extends FieldValues>
  extends Omit<ActionPanelProps<Model>, 'api' | 'onDone' | 'onErrors' | 'onReload'> {
  /** The path of the kind, as `/v1/professional`. */
  kind: string;
  /** The address of the pages that this one belongs to, the officers' or the public's. */
  base: string;
  /** The document's name where it has no reference yet. */
  service: Label;
  form: Pick<KindForm<Values>, 'form' | 'initial' | 'contract'>;
  /** Whether the mode has fields to fill in, and its action is offered. */
  editing: boolean;
  /** Names the draft of what is typed; a draft belongs to the version that it changes. */
  draft: string;
  /** Why the page's own action cannot be done; undefined where it can. */
  notOffered?: { title: Label; text: Label; back: Label };
  /** What the banner says after an action led here. Without it there is no banner. */
  done?: (action: { name: string; label: string }) => ReactNode;
  /** Above the document. */
  notices?: ReactNode;
  /** The document itself. */
  document: ReactNode;
  /** The label of the button that opens history and timeline; undefined for those who may not see them. */
  history?: Label;
  /** Office and applicant write to each other on documents of this kind; where svc-media keeps the files of their answers. */
  thread?: { scope: string };
  /** Where a finished action leads; undefined stays here. */
  after?: (document: Model, action: OfferedAction) => string | undefined;
  reload(): unknown;
}

export interface DocumentParts {
  errors: PageError[];
  /** The document with its notices. */
  summary: ReactNode;
  /** What may be done now. */
  panel: ReactNode;
}

/** A document in a mode of its form, with its draft, its errors and its actions: the parts of the page of officers and of the public. */
export function useDocumentPage<Model extends Registered, Values extends FieldValues>({
  kind,
  base,
  service,
  form: { form, initial, contract },
  editing,
  draft: draftName,
  notOffered,
  done,
  notices,
  document,
  history,
  thread,
  after,
  reload,
  ...actions
}: DocumentPageOptions<Model, Values>): DocumentParts {
  const { envelope, mode } = actions;
  const { model } = envelope;
  const id = model.id || undefined;
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const cameFrom = (useLocation().state as { done?: { name: string; label: string } } | null)?.done;
  const [failed, setFailed] = useState<PageError[]>([]);
  const draft = useDraft<Values>(draftName, form, { initial, ready: editing });
  // A new list only when the errors change: the error summary takes the focus each time.
  const errors = useMemo(() => [...contract.errors, ...failed], [contract.errors, failed]);
  const banner = mode === 'view' && cameFrom ? done?.(cameFrom) : undefined;

  /** Shows the errors of fields at the fields, and the others above the page. */
  const showErrors = (lines: PageError[]) => {
    const isOfField = (line: PageError): line is PageError & FieldError =>
      editing && Boolean(line.field && line.code) && line.field !== 'comment' && line.field !== 'decision';
    const ofFields = lines.filter(isOfField);
    if (ofFields.length > 0) contract.show(ofFields);
    else contract.clear();
    setFailed(lines.filter((line) => !isOfField(line)));
  };

  const onDone = (answer: DocumentEnvelope<Model>, action: OfferedAction) => {
    draft.clear();
    contract.clear();
    setFailed([]);
    cache.setQueryData(documentKey(kind, answer.model.id), answer);
    // A renewal answers with the new document: the old one has changed too.
    if (id && answer.model.id !== id) void cache.invalidateQueries({ queryKey: documentKey(kind, id) });
    const to = after?.(answer.model, action);
    if (to) navigate(to, { replace: true, state: mode === 'view' ? undefined : { done: { name: action.name, label: action.label } } });
  };

  const summary = (
    <FormProvider {...form}>
      {banner ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">{banner}</p>
        </NotificationBanner>
      ) : null}
      {editing ? <DraftNotice draft={draft} onStartAgain={contract.clear} /> : null}
      {notOffered ? (
        <InsetText>
          <p className="govuk-body govuk-!-font-weight-bold">{text(notOffered.title)}</p>
          <p className="govuk-body">{text(notOffered.text)}</p>
          <Link className="govuk-link" to={`${base}/view/${id}`}>
            {text(notOffered.back)}
          </Link>
        </InsetText>
      ) : null}
      {notices}
      <div className={editing ? undefined : 'portal-document__facts'}>{document}</div>
      {id && mode === 'view' && thread ? <Thread kind={kind} envelope={envelope} scope={thread.scope} /> : null}
      {id && mode === 'view' && history ? <Notes kind={kind} id={id} /> : null}
    </FormProvider>
  );

  const panel = (
    <>
      <ActionPanel {...actions} api={api} onDone={onDone} onErrors={showErrors} onReload={reload} />
      {history && id ? (
        <History api={api.prefix} url={`${documentPath(kind, id)}/history`} label={history} title={model.serialReference?.reference ?? text(service)} />
      ) : null}
    </>
  );
  return { errors, summary, panel };
}

/** The button that opens a document's history. */
function History({ api, url, label, title }: { api: string; url: string; label: Label; title: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonGroup>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {text(label)}
        </Button>
      </ButtonGroup>
      <HistoryDialog api={api} url={url} title={title} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
