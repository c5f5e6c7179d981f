import { type DocumentActionEntry, type DocumentEnvelope, type FieldError, type OfferedAction, valueAt } from '@portal/contract-kit';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useApi } from '../api/api.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { InsetText, NotificationBanner } from '../components/content.tsx';
import type { PageError } from '../components/page-error.ts';
import { matchesOf } from '../components/use-matches.ts';
import { FoldsSections } from '../document/document-form.tsx';
import { documentKey, documentPath, showAnswer } from '../document/use-document.ts';
import type { KindForm } from '../document/use-document-form.ts';
import { DraftNotice } from '../draft/draft-notice.tsx';
import { useDraft } from '../draft/use-draft.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useQueryClient } from '../query.ts';
import { Link, useLocation, useNavigate } from '../router.ts';
import { ActionPanel } from './action-panel.tsx';
import type { ActionPanelProps } from './action-panel-props.ts';
import { Changes } from './changes.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { LastChange } from './last-change.tsx';
import { isChange } from './offered.ts';
import { Notes } from './thread/notes.tsx';
import { SentMessages } from './thread/sent-messages.tsx';
import { Thread } from './thread/thread.tsx';
import { CaseBar } from './work/case-bar.tsx';
import { useCommand } from './work/commands.ts';
import { DeferredPart, DrawsInParts, FirstFields } from './work/deferred-part.tsx';
import { isOnCase } from './work/desk-context.ts';
import { Key, useShortcut } from './work/key.tsx';
import { useKeepList } from './work/list-address.ts';
import { Related } from './work/related.tsx';
import { useAfterDecision } from './work/use-after-decision.ts';

/** Whether the screen is so narrow that a whole document would be many screens long. */
const useNarrow = matchesOf('(max-width: 63.99em)');

/** An open form is not replaced by a newer version: the server says when the form is outdated. */
const ignore = () => undefined;

/** Any registered document, as its page reads it. A blank document has no reference. */
interface Registered {
  id: string;
  version: number;
  serialReference?: { reference: string };
  actions?: readonly DocumentActionEntry[];
}

export interface DocumentPageOptions<Model extends Registered, Values extends FieldValues>
  extends Omit<ActionPanelProps<Model>, 'api' | 'onSend' | 'onDone' | 'onErrors' | 'onReload' | 'officers'> {
  /** The path of the kind, such as `/v1/professional`. */
  kind: string;
  /** The address below which the pages of these documents are: the officers' or the public's. */
  base: string;
  /** The name of the document while it has no reference yet. */
  service: Label;
  form: Pick<KindForm<Values>, 'form' | 'initial' | 'contract' | 'sections'>;
  /** Whether the mode has fields to fill in and its action is offered. */
  editing: boolean;
  /** The name of the draft for what is typed. A draft belongs to the version that it changes. */
  draft: string;
  /** Why the page's own action cannot be done; undefined if it can. */
  notOffered?: { title: Label; text: Label; back: Label };
  /** Returns the text of the banner after an action led to this page. Without it there is no banner. */
  done?: (action: { name: string; label: string }) => ReactNode;
  /** Content above the document. */
  notices?: ReactNode;
  /** The fields of the document. */
  document: ReactNode;
  /** The prefix of the roles for these documents, such as `professional-license`, on officers' pages; undefined on the public's pages. */
  officers?: string;
  /** The label of the button that opens history and timeline; undefined for those who may not see them. */
  history?: Label;
  /** Set if office and applicant write to each other on documents of this kind: the scope under which svc-media stores the files of the answers. */
  thread?: { scope: string };
  /** Returns the address to open after an action; undefined to stay on this page. */
  after?: (document: Model, action: OfferedAction) => string | undefined;
  reload(): unknown;
}

export interface DocumentParts {
  errors: PageError[];
  /** The document together with its notices. */
  summary: ReactNode;
  /** The actions that are available now. */
  panel: ReactNode;
}

/** Prepares a document in a mode of its form, with its draft, its errors and its actions, as parts for officers' and public pages. */
export function useDocumentPage<Model extends Registered, Values extends FieldValues>({
  kind,
  base,
  service,
  form: { form, initial, contract, sections },
  editing,
  draft: draftName,
  notOffered,
  done,
  notices,
  document: shown,
  officers,
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
  const keep = useKeepList();
  const [failed, setFailed] = useState<PageError[]>([]);
  const [passed, setPassed] = useState<unknown>();
  const decided = useRef(false);
  const working = useRef(false);
  const draft = useDraft<Values>(draftName, form, { initial, ready: editing });
  // Memoised, because the error summary takes the focus each time it gets a new array.
  const errors = useMemo(() => [...contract.errors, ...failed], [contract.errors, failed]);
  const banner = !officers && mode === 'view' && cameFrom && cameFrom !== passed ? done?.(cameFrom) : undefined;
  // Only officers move quickly from case to case, so only their pages are rendered in parts. A form and a print are rendered completely at once.
  const inParts = officers !== undefined && !editing && mode !== 'print' && mode !== 'printform';
  const narrow = useNarrow();
  // A verification fills in fields of its own, so there are no changes to compare.
  const changing = editing && envelope.actions.some((action) => (isChange(action) || action.name === 'edit') && action.modes.includes(mode));
  const deciding = useAfterDecision<Model>({ kind, base, prefix: api.prefix, model, service });

  /** Shows the errors of fields at the fields, and all others above the page. */
  const showErrors = (lines: PageError[]) => {
    const isOfField = (line: PageError): line is PageError & FieldError =>
      editing && Boolean(line.field && line.code) && line.field !== 'comment' && line.field !== 'decision';
    const ofFields = lines.filter(isOfField);
    if (ofFields.length > 0) contract.show(ofFields);
    else contract.clear();
    setPassed(cameFrom);
    setFailed(lines.filter((line) => !isOfField(line)));
  };

  const onSend = (action: OfferedAction) => {
    const refused = deciding.send(action);
    if (!refused) return undefined;
    decided.current = true;
    return (reason: string) => {
      decided.current = false;
      refused(reason);
    };
  };

  const onDone = (answer: DocumentEnvelope<Model>, action: OfferedAction) => {
    decided.current = valueAt(answer.model, 'documentStatus') !== valueAt(model, 'documentStatus');
    onSent();
    draft.clear();
    contract.clear();
    setFailed([]);
    showAnswer(cache, kind, answer);
    // A renewal answers with the new document. The old document has changed too, so it is loaded again.
    if (id && answer.model.id !== id) void cache.invalidateQueries({ queryKey: documentKey(kind, id) });
    const to = after?.(answer.model, action);
    if (officers) {
      if (!deciding.done(answer, action)) leadTo(to);
      return;
    }
    if (to) navigate(to, { replace: true, state: mode === 'view' ? undefined : { done: { name: action.name, label: action.label } } });
  };

  /** What was written has been sent, so the page again follows what others do with the case. */
  const onSent = () => {
    working.current = false;
  };

  /** After a decision that stays on this case, opens the case's page, or focuses the heading if that page is already open. */
  const leadTo = (to: string | undefined) => {
    if (id && !isOnCase(id)) return;
    if (to && to !== location.pathname) navigate(keep(to), { replace: true });
    else document.querySelector<HTMLElement>('#main-content h1')?.focus();
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
      {officers && id && !editing ? <LastChange key={id} kind={kind} model={model} sections={sections} mode={mode} /> : null}
      <DrawsInParts value={inParts}>
        <div className={editing ? undefined : 'portal-document__facts'}>
          <FoldsSections value={inParts && narrow}>
            <FirstFields>{shown}</FirstFields>
          </FoldsSections>
        </div>
        <DeferredPart>
          {id && mode === 'view' && thread ? <Thread kind={kind} envelope={envelope} scope={thread.scope} onSent={onSent} /> : null}
          {id && mode === 'view' && history ? <Notes kind={kind} id={id} /> : null}
          {officers && id && mode === 'view' ? <SentMessages kind={kind} id={id} version={model.version} /> : null}
        </DeferredPart>
      </DrawsInParts>
    </FormProvider>
  );

  const panel = (
    <FormProvider {...form}>
      {officers && id ? <CaseBar kind={kind} roles={officers} model={model} onChanged={editing ? ignore : reload} decided={decided} working={working} /> : null}
      {officers && id && changing ? <Changes sections={sections} mode={mode} initial={initial} /> : null}
      <ActionPanel
        {...actions}
        officers={officers !== undefined}
        api={api}
        onSend={officers ? onSend : undefined}
        onDone={onDone}
        onErrors={showErrors}
        onReload={reload}
      />
      {officers && id && !editing ? <Related key={id} kind={kind} id={id} /> : null}
      {history && id ? (
        <History api={api.prefix} url={`${documentPath(kind, id)}/history`} label={history} title={model.serialReference?.reference ?? text(service)} />
      ) : null}
    </FormProvider>
  );
  return { errors, summary, panel };
}

/** A button that opens a document's history. */
function History({ api, url, label, title }: { api: string; url: string; label: Label; title: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  useCommand('history', text(label), () => setOpen(true));
  return (
    <>
      <ButtonGroup>
        <Button variant="secondary" aria-keyshortcuts={useShortcut('history')} onClick={() => setOpen(true)}>
          {text(label)}
          <Key of="history" />
        </Button>
      </ButtonGroup>
      <HistoryDialog api={api} url={url} title={title} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
