import { type BlockedAction, type DocumentEnvelope, type Language, type OfferedAction, valueAt } from '@portal/contract-kit';
import { claimWords } from '../components/page-error.ts';
import type { ActionPanelProps } from './action-panel-props.ts';
import { isEnding, isSubmitted, mainActionOf, shownActions, withReason } from './offered.ts';

/** The actions that a panel shows, by what they do. */
export interface PanelActions {
  /** Actions that change the document. */
  acts: OfferedAction[];
  /** Actions that lead to a page. */
  ways: OfferedAction[];
  /** Files to download. */
  files: OfferedAction[];
  /** Actions that cannot be performed yet, each with the reason. */
  blocked: BlockedAction[];
  /** The action that advances the document; undefined where a page of its own does. */
  lead: OfferedAction | undefined;
  /** The action whose button is the main one. */
  primary: OfferedAction | undefined;
}

type Shown = Pick<ActionPanelProps<object>, 'mode' | 'submitted' | 'officers' | 'navigate' | 'pages'>;

/** Sorts the actions of a document by what they do. */
export function panelActions({ model, actions, blocked: allBlocked = [] }: DocumentEnvelope<object>, props: Shown, language: Language): PanelActions {
  const { mode, officers, navigate = {}, pages = [] } = props;
  const submitted = props.submitted ?? isSubmitted(valueAt(model, 'documentStatus'));
  const shown = shownActions(officers ? actions.map(withReason) : actions, mode, submitted);
  const acts = shown.filter(({ kind }) => kind === 'submit' || kind === 'delete');
  // The view mode shows the blocked actions of all modes, so that the user sees everything that waits for somebody else.
  const blocked = allBlocked
    .filter(({ modes }) => mode === 'view' || modes.includes(mode) || modes.includes('*'))
    .map((action) => ({ ...action, message: action.claim ? claimWords(action.claim, language) : action.message }));
  const isBlocked = (name: string) => blocked.some((action) => name === `open-${action.name}`);
  const ways = shown.filter(({ kind, name }) => kind === 'navigate' && name !== mode && navigate[name] && !isBlocked(name));
  const lead = pages.length > 0 ? undefined : mainActionOf([...acts, ...ways]);
  const primary =
    acts.find((action) => action === lead) ?? (pages.length > 0 || ways.includes(lead as OfferedAction) ? undefined : acts.find((action) => !isEnding(action)));
  return { acts, ways, files: shown.filter(({ kind }) => kind === 'download'), blocked, lead, primary };
}
