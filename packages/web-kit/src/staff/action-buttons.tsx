import type { BlockedAction, OfferedAction } from '@portal/contract-kit';
import type { Api } from '../api/api.ts';
import { useDownload } from '../api/download.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';
import type { ActionPage } from './action-panel-props.ts';
import { isEnding, isEndingName, sortActions } from './offered.ts';
import type { PanelActions } from './panel-actions.ts';
import type { ActionSending } from './use-action-sending.ts';
import { useCommand } from './work/commands.ts';
import type { DeskSteps } from './work/desk-steps.ts';
import { Key, useShortcut } from './work/key.tsx';
import { useKeepList } from './work/list-address.ts';

/** The reasons why actions cannot be performed yet, each once with its actions. */
export function BlockedReasons({ blocked }: { blocked: readonly BlockedAction[] }) {
  return (
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
  );
}

interface ActionButtonsProps {
  shown: PanelActions;
  pages: readonly ActionPage[];
  sending: ActionSending;
  officers: boolean;
  steps: DeskSteps | undefined;
  /** Returns the address of the page that a navigation action opens. */
  addressOf: (action: OfferedAction) => string;
  /** Goes to a page of this case. */
  follow: (to: string) => unknown;
}

/** The buttons of a panel: its pages as links, then the actions. */
export function ActionButtons({ shown: { acts, ways, lead, primary }, pages, sending, officers, steps, addressOf, follow }: ActionButtonsProps) {
  const keep = useKeepList();
  const shortcut = useShortcut('primary');
  const hint = officers ? <Key of="primary" /> : null;
  const isLeadingLink = (action: OfferedAction) => action === lead && !primary;
  return (
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
            variant={isLeadingLink(action) ? 'primary' : isEndingName(action.name) ? 'warning' : 'secondary'}
            to={keep(addressOf(action))}
            onPlainClick={steps ? () => steps.follow(addressOf(action)) : undefined}
            aria-keyshortcuts={officers && isLeadingLink(action) ? shortcut : undefined}
          >
            {action.label}
            {isLeadingLink(action) ? hint : null}
            <ActionCommand action={action} run={officers ? () => follow(addressOf(action)) : undefined} />
          </ButtonLink>
        ) : (
          <Button
            key={action.name}
            variant={isEnding(action) ? 'warning' : action === primary ? 'primary' : 'secondary'}
            busy={sending.isRunning}
            aria-keyshortcuts={officers && action === primary ? shortcut : undefined}
            onClick={() => sending.start(action)}
          >
            {action.label}
            {action === primary ? hint : null}
            <ActionCommand action={action} run={officers && !sending.asked ? () => sending.start(action) : undefined} />
          </Button>
        ),
      )}
    </div>
  );
}

/** Lists an action in the command palette. */
function ActionCommand({ action, run }: { action: OfferedAction; run: (() => unknown) | undefined }) {
  useCommand(`do:${action.name}`, action.label, run);
  return null;
}

/** The print files of a document. One is fetched at a time, and the server may still be preparing it. */
export function Files({ api, actions, fileName }: { api: Api; actions: readonly OfferedAction[]; fileName: (action: OfferedAction) => string }) {
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
