import { type CatalogueRecord, type DocumentEnvelope, type OfferedAction, unconfirmed, valueAt } from '@portal/contract-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import type { Api } from '../api/api.ts';
import { performAction } from '../api/documents.ts';
import { useDownload } from '../api/download.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { Card, NotificationBanner } from '../components/content.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import { claimWords, type PageError, problemErrors } from '../components/page-error.ts';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { afterUploads } from '../media/pending-uploads.ts';
import { renewDemands, useQueryClient } from '../query.ts';
import { useNavigate } from '../router.ts';
import { ChoiceBox, CommentBox, commentId } from './action-inputs.tsx';
import {
  isChange,
  isEnding,
  isEndingName,
  isSubmitted,
  mainActionOf,
  missingInputs,
  moveCommentErrors,
  needsComment,
  shownActions,
  sortActions,
  withReason,
} from './offered.ts';
import { StaleDialog } from './stale-dialog.tsx';
import { useCommand, useDigits } from './work/commands.ts';
import { useDeskSteps } from './work/desk-steps.ts';
import { Key, useShortcut } from './work/key.tsx';
import { useKeepList } from './work/list-address.ts';

export interface ActionPanelProps<Model extends object> {
  api: Api;
  envelope: DocumentEnvelope<Model>;
  /** The form's mode. Actions of other modes are not shown. */
  mode: string;
  /** Returns further input besides version, comment and decision. Undefined cancels the action (the screen has then shown why). */
  values?: (action: OfferedAction) => object | undefined;
  /** Called when the action is sent. @returns a function that is called with the reason if the action is refused */
  onSend?: (action: OfferedAction) => ((reason: string) => void) | undefined;
  onDone: (envelope: DocumentEnvelope<Model>, action: OfferedAction) => void;
  onErrors?: (errors: PageError[]) => void;
  /** Loads the newest version after somebody else has changed the document. Without it the page is reloaded. */
  onReload?: () => unknown;
  /** The actions that ask for confirmation, each with its question. Final actions (rejection, termination, …) ask unless their value is `false`. */
  confirm?: Record<string, boolean | Label>;
  /** By action: returns the requirements that the action confirms, as the form is filled in. If one is left unconfirmed, the comment must say why. */
  confirms?: Record<string, () => readonly { confirmed?: boolean | null }[] | null | undefined>;
  /** By action: the choices for `decision`. */
  choices?: Record<string, readonly CatalogueRecord[]>;
  /** By action: returns the address of the page that a navigation action opens. */
  navigate?: Record<string, (id: string) => string>;
  fileName?: (action: OfferedAction) => string;
  /** Maximum number of characters of the comment, where it is not that of the actions of documents. */
  longestComment?: number;
  /** Whether the document is submitted, which hides the actions for drafts; by default derived from its status. */
  submitted?: boolean;
  /** Actions that have a page of their own, each with its address. They are shown as links; the first one is the main action. */
  pages?: readonly { label: string; to: string }[];
  /** Whether the page is for officers: the page itself reports what was done, and there are keyboard shortcuts for the actions. */
  officers?: boolean;
  /** The fields of the decision, shown above the comment. */
  children?: ReactNode;
}

const noPages: readonly never[] = [];

/** The officer's decision: the available actions with comment, choice and confirmation. */
export function ActionPanel<Model extends object>(props: ActionPanelProps<Model>) {
  const {
    api,
    envelope,
    mode,
    onSend,
    onDone,
    onErrors,
    onReload,
    confirm = {},
    confirms = {},
    choices = {},
    navigate = {},
    pages = noPages,
    officers = false,
    children,
  } = props;
  const kit = useKitText();
  const text = useText();
  const { language } = useLanguage();
  const cache = useQueryClient();
  const [comment, setComment] = useState('');
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<PageError[]>([]);
  const [asked, setAsked] = useState<OfferedAction>();
  const [stale, setStale] = useState<ApiProblem>();
  const [running, setRunning] = useState('');
  const [done, setDone] = useState('');
  const busy = useRef(false);
  const form: UseFormReturn | null = useFormContext();

  const { id, version } = envelope.model;
  const submitted = props.submitted ?? isSubmitted(valueAt(envelope.model, 'documentStatus'));
  const shown = shownActions(officers ? envelope.actions.map(withReason) : envelope.actions, mode, submitted);
  const acts = shown.filter(({ kind }) => kind === 'submit' || kind === 'delete');
  // The view mode shows the blocked actions of all modes, so that the user sees everything that waits for somebody else.
  const blocked = (envelope.blocked ?? [])
    .filter(({ modes }) => mode === 'view' || modes.includes(mode) || modes.includes('*'))
    .map((action) => ({ ...action, message: action.claim ? claimWords(action.claim, language) : action.message }));
  const isBlocked = (name: string) => blocked.some((action) => name === `open-${action.name}`);
  const ways = shown.filter(({ kind, name }) => kind === 'navigate' && name !== mode && navigate[name] && !isBlocked(name));
  const files = shown.filter(({ kind }) => kind === 'download');

  const report = (lines: PageError[]) => {
    setErrors(lines);
    onErrors?.(lines);
  };

  const send = async (action: OfferedAction) => {
    setAsked(undefined);
    if (busy.current) return;
    busy.current = true;
    setRunning(action.name);
    try {
      // What is deleted needs no files.
      await (form && action.kind !== 'delete' ? afterUploads(form, () => perform(action)) : perform(action));
    } finally {
      busy.current = false;
      setRunning('');
    }
  };

  const perform = async (action: OfferedAction) => {
    // A field may store its text only when it loses the focus.
    if (officers && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const values = props.values ? props.values(action) : {};
    if (!values) return;
    const body = {
      ...values,
      version,
      ...(comment.trim() ? { comment: comment.trim() } : {}),
      ...(choices[action.name] ? { decision: chosen[action.name] } : {}),
    };
    const refused = onSend?.(action);
    try {
      const answer = await performAction<Model>(api, action, body);
      setComment('');
      setChosen({});
      report([]);
      setDone(action.label);
      onDone(answer, action);
    } catch (error) {
      const problem = asProblem(error);
      renewDemands(cache, problem);
      const lines = problemErrors(problem, language);
      if (problem.has('STALE_VERSION')) setStale(problem);
      else report(moveCommentErrors(lines));
      refused?.(lines[0]?.message ?? problem.title);
    }
  };

  const start = (action: OfferedAction) => {
    setDone('');
    const wrong = missingInputs(action, comment, { asked: !!choices[action.name], value: chosen[action.name] ?? '' });
    if (wrong.length > 0) {
      report(
        wrong.map((line) =>
          line === 'comment'
            ? { field: 'comment', code: 'REQUIRED', message: kit(officers && isChange(action) ? 'actions.reasonRequired' : 'actions.commentRequired') }
            : { field: 'decision', code: 'REQUIRED', message: kit('actions.choice') },
        ),
      );
      return;
    }
    const reason = comment.trim() ? undefined : unconfirmed(confirms[action.name]?.());
    if (reason) {
      report([{ field: 'comment', code: 'REQUIRED', message: text(reason) }]);
      return;
    }
    // The confirmation comes first. The input is read after the answer.
    if (confirm[action.name] || (isEnding(action) && confirm[action.name] !== false)) setAsked(action);
    else return send(action);
  };

  const question = asked ? confirm[asked.name] : undefined;
  const lead = pages.length > 0 ? undefined : mainActionOf([...acts, ...ways]);
  const primary =
    acts.find((action) => action === lead) ?? (pages.length > 0 || ways.includes(lead as OfferedAction) ? undefined : acts.find((action) => !isEnding(action)));
  const requiredFor = acts.filter((action) => needsComment(action, chosen[action.name]));
  const choosing = acts.find(({ name }) => choices[name]);
  const go = useNavigate();
  const keep = useKeepList();
  const steps = useDeskSteps();

  /** Goes to a page of this case, which may be rendered already. */
  const follow = (to: string) => (steps ? steps.follow(to) : go(keep(to)));
  const [firstPage] = pages;
  const leadingPage = firstPage?.to ?? (lead && !primary ? navigate[lead.name]?.(id) : undefined);
  const leads: (() => unknown) | undefined = leadingPage ? () => follow(leadingPage) : primary ? () => start(primary) : undefined;
  // For another version of the document, the page behind the main action is rendered anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: version
  useEffect(() => (leadingPage && officers ? steps?.leadsTo(leadingPage) : undefined), [leadingPage, officers, steps, version]);
  useCommand('primary', firstPage?.label ?? primary?.label ?? lead?.label ?? '', officers && !asked ? leads : undefined);
  useCommand('send', kit('keys.send'), officers && primary && !asked ? () => start(primary) : undefined);
  useCommand('comment', kit('keys.comment'), officers && acts.length > 0 ? () => document.getElementById(commentId)?.focus() : undefined);
  useDigits(
    officers && choosing
      ? (number) => {
          const record = choices[choosing.name]?.[number - 1];
          if (record) setChosen((now) => ({ ...now, [choosing.name]: record.code }));
        }
      : undefined,
  );
  const shortcut = useShortcut('primary');
  const hint = officers ? <Key of="primary" /> : null;

  const messageOf = (field: string) => errors.find((line) => line.field === field)?.message;
  return (
    <Card title={kit('actions.title')}>
      {done && !officers ? (
        <NotificationBanner tone="success">
          <p className="govuk-body">{kit('actions.done', { action: done })}</p>
        </NotificationBanner>
      ) : null}
      {children}
      {acts
        .filter(({ name }) => choices[name])
        .map((action) => (
          <ChoiceBox
            key={action.name}
            legend={action.label}
            records={choices[action.name] ?? []}
            value={chosen[action.name] ?? ''}
            numbered={officers && action === choosing}
            error={messageOf('decision')}
            onChange={(code) => setChosen((now) => ({ ...now, [action.name]: code }))}
          />
        ))}
      {acts.length > 0 ? (
        <CommentBox
          value={comment}
          onChange={setComment}
          error={messageOf('comment')}
          neededFor={requiredFor.map(({ label }) => label)}
          neededUnlessConfirmed={acts.filter((action) => confirms[action.name] && !requiredFor.includes(action)).map(({ label }) => label)}
          always={requiredFor.length === acts.length}
          reason={officers && acts.every(isChange)}
          withKey={officers}
          longest={props.longestComment}
          toApplicant={acts.filter(({ toApplicant }) => toApplicant).map(({ label }) => label)}
          toStaff={acts.filter(({ toApplicant }) => !toApplicant).map(({ label }) => label)}
        />
      ) : null}
      {blocked.length > 0 ? (
        <ul className="govuk-list portal-actions__blocked">
          {[...new Set(blocked.map(({ message }) => message))].map((reason) => (
            <li key={reason}>
              <strong>
                {blocked
                  .filter(({ message }) => message === reason)
                  .map(({ label }) => label)
                  .join(', ')}
              </strong>
              : {reason}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="portal-actions">
        {pages.map((page, index) => (
          <ButtonLink
            key={page.to}
            variant={index === 0 ? 'primary' : 'secondary'}
            to={keep(page.to)}
            onPlainClick={steps ? () => steps.follow(page.to) : undefined}
            aria-keyshortcuts={index === 0 ? shortcut : undefined}
          >
            {page.label}
            {index === 0 ? hint : null}
          </ButtonLink>
        ))}
        {sortActions([...acts, ...ways], lead).map((action) =>
          action.kind === 'navigate' ? (
            <ButtonLink
              key={action.name}
              variant={action === lead && !primary ? 'primary' : isEndingName(action.name) ? 'warning' : 'secondary'}
              to={keep(navigate[action.name]?.(id) ?? '')}
              onPlainClick={steps ? () => steps.follow(navigate[action.name]?.(id) ?? '') : undefined}
              aria-keyshortcuts={officers && action === lead && !primary ? shortcut : undefined}
            >
              {action.label}
              {action === lead && !primary ? hint : null}
              <ActionCommand action={action} run={officers ? () => follow(navigate[action.name]?.(id) ?? '') : undefined} />
            </ButtonLink>
          ) : (
            <Button
              key={action.name}
              variant={isEnding(action) ? 'warning' : action === primary ? 'primary' : 'secondary'}
              busy={running !== ''}
              aria-keyshortcuts={officers && action === primary ? shortcut : undefined}
              onClick={() => start(action)}
            >
              {action.label}
              {action === primary ? hint : null}
              <ActionCommand action={action} run={officers && !asked ? () => start(action) : undefined} />
            </Button>
          ),
        )}
      </div>
      {steps?.title && acts.length > 0 ? <p className="portal-muted portal-actions__then">{kit('work.after', { list: steps.title })}</p> : null}
      {acts.length === 0 && ways.length === 0 && pages.length === 0 && files.length === 0 && blocked.length === 0 ? (
        <p className="govuk-body">{kit('actions.none')}</p>
      ) : null}
      {files.length > 0 ? <Files api={api} actions={files} fileName={props.fileName ?? ((action) => `${action.name}.pdf`)} /> : null}
      {asked ? (
        <ConfirmDialog
          open
          title={asked.label}
          confirmLabel={asked.label}
          variant={isEnding(asked) ? 'warning' : 'primary'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => send(asked)}
        >
          <p className="govuk-body">{question && question !== true ? text(question) : kit('actions.sure', { action: asked.label })}</p>
          {comment.trim() ? <blockquote className="portal-typed">{comment.trim()}</blockquote> : null}
        </ConfirmDialog>
      ) : null}
      {stale ? (
        <StaleDialog
          problem={stale}
          typed={comment.trim()}
          onClose={() => setStale(undefined)}
          onReload={async () => {
            if (onReload) await onReload();
            else location.reload();
            setStale(undefined);
          }}
        />
      ) : null}
    </Card>
  );
}

/** Lists an action in the command palette. */
function ActionCommand({ action, run }: { action: OfferedAction; run: (() => unknown) | undefined }) {
  useCommand(`do:${action.name}`, action.label, run);
  return null;
}

/** The print files of a document. One is fetched at a time, and the server may still be preparing it. */
function Files({ api, actions, fileName }: { api: Api; actions: readonly OfferedAction[]; fileName: (action: OfferedAction) => string }) {
  const kit = useKitText();
  const { download, busy, preparing, failed } = useDownload(api);
  return (
    <div className="portal-actions__files">
      <h3 className="govuk-heading-s">{kit('actions.documents')}</h3>
      <ul className="govuk-list">
        {actions.map((action) => (
          <li key={action.name}>
            <Button variant="link" busy={busy} onClick={() => download({ method: action.method, url: action.url }, fileName(action))}>
              {action.label}
            </Button>
          </li>
        ))}
      </ul>
      <div role="status">{busy ? <p className="govuk-body-s">{kit(preparing ? 'action.preparing' : 'action.downloading')}</p> : null}</div>
      <div role="alert">{failed ? <p className="govuk-error-message">{kit('errors.download')}</p> : null}</div>
    </div>
  );
}
