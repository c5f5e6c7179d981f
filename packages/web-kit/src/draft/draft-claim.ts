/** A tab's claim to a draft: of all tabs that show the same form, one writes its draft. */
export interface DraftClaim {
  /** Takes the draft from the tab that has it; that tab is told. */
  take(): void;
  /** Gives it to a tab that waits for it. */
  release(): void;
}

/** Claims the draft of an id. @param told whether this tab has the draft, each time that changes */
export type ClaimDraft = (id: string, told: (held: boolean) => void) => DraftClaim;

/** How long a tab waits for the draft before it says that another one has it. */
const PATIENCE = 300;

/** By the browser's locks, which end with their tab. */
const byLocks =
  (locks: LockManager): ClaimDraft =>
  (id, told) => {
    let end: (() => void) | undefined;
    let asked: AbortController | undefined;
    const ask = (steal: boolean) => {
      asked?.abort();
      const asking = new AbortController();
      asked = asking;
      const late = setTimeout(() => told(false), PATIENCE);
      let held = false;
      const hold = () => {
        clearTimeout(late);
        if (asking.signal.aborted) return;
        held = true;
        told(true);
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      };
      // A lock that is stolen cannot be given up as well.
      locks.request(id, steal ? { steal } : { signal: asking.signal }, hold).catch(() => {
        clearTimeout(late);
        if (asking.signal.aborted) return;
        // The browser refuses locks to this page.
        if (!held) return told(true);
        told(false);
        ask(false);
      });
    };
    ask(false);
    return {
      take: () => ask(true),
      release() {
        asked?.abort();
        end?.();
      },
    };
  };

interface Message {
  /** `ask`: who has the draft? `held`: I. `taken`: now I. `free`: nobody. */
  says: 'ask' | 'held' | 'taken' | 'free';
  from: number;
}

/** By messages between the tabs, for browsers without locks. */
export const claimByMessages: ClaimDraft = (id, told) => {
  const channel = new BroadcastChannel(`portal-draft:${id}`);
  const me = Math.random();
  const say = (says: Message['says']) => channel.postMessage({ says, from: me } satisfies Message);
  let state: 'asking' | 'held' | 'waiting' = 'waiting';
  let answered: ReturnType<typeof setTimeout> | undefined;
  const become = (next: 'held' | 'waiting') => {
    clearTimeout(answered);
    state = next;
    told(next === 'held');
  };
  const ask = () => {
    state = 'asking';
    answered = setTimeout(() => become('held'), PATIENCE);
    say('ask');
  };
  channel.onmessage = ({ data: { says, from } }: MessageEvent<Message>) => {
    // Of two tabs that ask at the same time, as when a browser opens its tabs again, the lower number has the draft.
    if (says === 'ask' && state === 'asking' && from < me) become('waiting');
    else if (says === 'ask' && state !== 'waiting') say('held');
    else if (says === 'held' && state === 'asking') become('waiting');
    else if (says === 'taken' && state !== 'waiting') become('waiting');
    else if (says === 'free' && state === 'waiting') ask();
  };
  ask();
  return {
    take() {
      say('taken');
      become('held');
    },
    release() {
      clearTimeout(answered);
      if (state === 'held') say('free');
      channel.close();
    },
  };
};

/** Claims a draft in the way that the browser knows. */
export const claimInBrowser: ClaimDraft = (id, told) => (navigator.locks ? byLocks(navigator.locks) : claimByMessages)(id, told);
