/** A tab's claim to a draft: of all tabs that show the same form, only one writes the draft. */
export interface DraftClaim {
  /** Takes the draft from the tab that has it, which is notified. */
  take(): void;
  /** Gives the draft to a tab that waits for it. */
  release(): void;
}

/** Claims the draft with this id. @param told called with whether this tab has the draft, each time that changes */
export type ClaimDraft = (id: string, told: (held: boolean) => void) => DraftClaim;

/** How long a tab waits for the draft, in ms, before it says that another tab has it. */
const PATIENCE = 300;

/** Claims a draft with the Web Locks API. A lock ends when its tab is closed. */
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
      // The Web Locks API does not allow `steal` together with an abort `signal`.
      locks.request(id, steal ? { steal } : { signal: asking.signal }, hold).catch(() => {
        clearTimeout(late);
        if (asking.signal.aborted) return;
        // The browser denies locks to this page.
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
  /** `ask`: who has the draft? `held`: I have it. `taken`: I have taken it. `free`: nobody has it. */
  says: 'ask' | 'held' | 'taken' | 'free';
  from: number;
}

/** Claims a draft with messages between the tabs, for browsers without the Web Locks API. */
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
    // If two tabs ask at the same time, for example when a browser restores its tabs, the tab with the lower number gets the draft.
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

/** Claims a draft with locks if the browser supports them, otherwise with messages. */
export const claimInBrowser: ClaimDraft = (id, told) => (navigator.locks ? byLocks(navigator.locks) : claimByMessages)(id, told);
