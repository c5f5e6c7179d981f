import { startTransition, useState } from 'react';
import { isSamePage, type PageOfCase, pageAt, stepMode } from './page-of-case.ts';
import { readAheadAfterMs, useReadAhead } from './read-ahead.ts';
import { useSentDecision } from './sent-decision.ts';

interface PagesAheadOptions {
  kind: string;
  base: string;
  /** The mode of the case, as in its address. */
  mode: string;
  /** The page on the screen. */
  shown: PageOfCase;
  next: string | undefined;
  previous: string | undefined;
}

interface PagesAhead {
  /** The pages that are rendered in advance: neighbouring cases, the page behind the main action, and the page of a decision that is being sent. */
  ahead: readonly PageOfCase[];
  /** Tells which page the main action of the case opens. @returns a function that undoes this */
  leadsTo(address: string): () => void;
}

/** Decides which pages are rendered in advance. */
export function usePagesAhead({ kind, base, mode, shown, next, previous }: PagesAheadOptions): PagesAhead {
  const [lead, setLead] = useState<PageOfCase>();
  const beside = useReadAhead(kind, shown.id, next, previous);
  // The case of a decision that is being sent keeps what was entered, in case the server refuses the decision.
  const decision = useSentDecision();
  const decidedOn = decision && pageAt(base, decision.to);
  const ahead = [
    ...beside.map((id) => ({ id, mode: stepMode(mode) })),
    ...(lead?.id === shown.id && lead.mode !== shown.mode ? [lead] : []),
    ...(decidedOn && decidedOn.id !== shown.id ? [decidedOn] : []),
  ].filter((page, at, all) => all.findIndex((each) => isSamePage(each, page)) === at);
  const leadsTo = (address: string) => {
    const page = pageAt(base, address);
    // The page is rendered only after a delay, because an officer who only passes by does not open it.
    const timer = setTimeout(() => startTransition(() => setLead(page)), readAheadAfterMs);
    return () => {
      clearTimeout(timer);
      startTransition(() => setLead(undefined));
    };
  };
  return { ahead, leadsTo };
}
