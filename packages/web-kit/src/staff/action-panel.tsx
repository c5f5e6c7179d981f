import type { OfferedAction } from '@portal/contract-kit';
import { useEffect } from 'react';
import { Card, NotificationBanner } from '../components/content.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import { useNavigate } from '../router.ts';
import { ActionButtons, BlockedReasons, Files } from './action-buttons.tsx';
import { ChoiceBox, CommentBox, commentId } from './action-inputs.tsx';
import type { ActionPanelProps } from './action-panel-props.ts';
import { isChange, isEnding, needsComment } from './offered.ts';
import { type PanelActions, panelActions } from './panel-actions.ts';
import { StaleDialog } from './stale-dialog.tsx';
import { type ActionSending, useActionSending } from './use-action-sending.ts';
import { useCommand, useDigits } from './work/commands.ts';
import { useDeskSteps } from './work/desk-steps.ts';
import { useKeepList } from './work/list-address.ts';

const noPages: readonly never[] = [];

/** What the parts of a panel share. */
interface PanelParts<Model extends object> {
  panel: ActionPanelProps<Model>;
  shown: PanelActions;
  sending: ActionSending;
}

/** The officer's decision: the available actions with comment, choice and confirmation. */
export function ActionPanel<Model extends object>(panel: ActionPanelProps<Model>) {
  const { api, envelope, navigate = {}, pages = noPages, officers = false, fileName = ({ name }) => `${name}.pdf`, children } = panel;
  const kit = useKitText();
  const { language } = useLanguage();
  const sending = useActionSending(panel);
  const shown = panelActions(envelope, panel, language);
  const { acts, ways, files, blocked } = shown;
  const addressOf = ({ name }: OfferedAction) => navigate[name]?.(envelope.model.id) ?? '';
  const go = useNavigate();
  const keep = useKeepList();
  const steps = useDeskSteps();
  /** Goes to a page of this case, which may be rendered already. */
  const follow = (to: string) => (steps ? steps.follow(to) : go(keep(to)));
  usePanelKeys({ panel, shown, sending }, follow);
  return (
    <Card title={kit('actions.title')}>
      {sending.done && !officers ? (
        <NotificationBanner tone="success">
          <p className="govuk-body">{kit('actions.done', { action: sending.done })}</p>
        </NotificationBanner>
      ) : null}
      {children}
      <PanelInputs panel={panel} shown={shown} sending={sending} />
      {blocked.length > 0 ? <BlockedReasons blocked={blocked} /> : null}
      <ActionButtons shown={shown} pages={pages} sending={sending} officers={officers} steps={steps} addressOf={addressOf} follow={follow} />
      {steps?.title && acts.length > 0 ? <p className="portal-muted portal-actions__then">{kit('work.after', { list: steps.title })}</p> : null}
      {acts.length === 0 && ways.length === 0 && pages.length === 0 && files.length === 0 && blocked.length === 0 ? (
        <p className="govuk-body">{kit('actions.none')}</p>
      ) : null}
      {files.length > 0 ? <Files api={api} actions={files} fileName={fileName} /> : null}
      <PanelDialogs panel={panel} sending={sending} />
    </Card>
  );
}

/** The action for whose decision the digit keys choose. */
const choosingAction = ({ acts }: PanelActions, choices: Record<string, unknown>): OfferedAction | undefined => acts.find(({ name }) => choices[name]);

/** Offers the keyboard shortcuts of the panel, and has the page behind the main action rendered in advance. */
function usePanelKeys<Model extends object>({ panel, shown, sending }: PanelParts<Model>, follow: (to: string) => unknown): void {
  const { envelope, choices = {}, navigate = {}, pages = noPages, officers = false } = panel;
  const { acts, lead, primary } = shown;
  const { asked, start, choose } = sending;
  const { id, version } = envelope.model;
  const kit = useKitText();
  const steps = useDeskSteps();
  const choosing = choosingAction(shown, choices);
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
          if (record) choose(choosing.name, record.code);
        }
      : undefined,
  );
}

/** The choices of decisions, and the comment. */
function PanelInputs<Model extends object>({ panel, shown, sending }: PanelParts<Model>) {
  const { confirms = {}, choices = {}, officers = false, longestComment } = panel;
  const { acts } = shown;
  const { comment, setComment, chosen, choose, errors } = sending;
  const choosing = choosingAction(shown, choices);
  const requiredFor = acts.filter((action) => needsComment(action, chosen[action.name]));
  const messageOf = (field: string) => errors.find((line) => line.field === field)?.message;
  return (
    <>
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
            onChange={(code) => choose(action.name, code)}
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
          longest={longestComment}
          toApplicant={acts.filter(({ toApplicant }) => toApplicant).map(({ label }) => label)}
          toStaff={acts.filter(({ toApplicant }) => !toApplicant).map(({ label }) => label)}
        />
      ) : null}
    </>
  );
}

/** The confirmation of an action, and the notice that somebody else has changed the document. */
function PanelDialogs<Model extends object>({ panel: { confirm = {}, onReload }, sending }: Omit<PanelParts<Model>, 'shown'>) {
  const kit = useKitText();
  const text = useText();
  const { asked, stale } = sending;
  const comment = sending.comment.trim();
  const question = asked ? confirm[asked.name] : undefined;
  return (
    <>
      {asked ? (
        <ConfirmDialog
          open
          title={asked.label}
          confirmLabel={asked.label}
          variant={isEnding(asked) ? 'warning' : 'primary'}
          onClose={sending.cancel}
          onConfirm={() => sending.send(asked)}
        >
          <p className="govuk-body">{question && question !== true ? text(question) : kit('actions.sure', { action: asked.label })}</p>
          {comment ? <blockquote className="portal-typed">{comment}</blockquote> : null}
        </ConfirmDialog>
      ) : null}
      {stale ? (
        <StaleDialog
          problem={stale}
          typed={comment}
          onClose={sending.forgetStale}
          onReload={async () => {
            if (onReload) await onReload();
            else location.reload();
            sending.forgetStale();
          }}
        />
      ) : null}
    </>
  );
}
