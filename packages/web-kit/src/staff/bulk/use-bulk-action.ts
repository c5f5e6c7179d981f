import type { CatalogueRecord } from '@portal/contract-kit';
import { useState } from 'react';
import type { Api } from '../../api/api.ts';
import { problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useQuery } from '../../query.ts';
import { type BulkOffer, type BulkResult, leftOf, performOnMany, readOffers } from './bulk-calls.ts';
import type { SelectedDocument } from './selection.ts';

/** The actions that a list offers for many documents at once, each with the choices of its decision. */
export type BulkActions = Readonly<Record<string, { choices?: readonly CatalogueRecord[] }>>;

/** The messages about missing input, and why nothing could be sent. */
export interface BulkFaults {
  action?: string;
  comment?: string;
  decision?: string;
  all?: string;
}

export type BulkAction = ReturnType<typeof useBulkAction>;

/** One action for many documents: which are possible, its input, its progress and its results. */
export function useBulkAction(api: Api, kind: string, selected: readonly SelectedDocument[], actions: BulkActions) {
  const kit = useKitText();
  const { language } = useLanguage();
  const [items, setItems] = useState(selected);
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const [decision, setDecision] = useState('');
  const [faults, setFaults] = useState<BulkFaults>({});
  const [results, setResults] = useState<readonly BulkResult[]>();
  const [running, setRunning] = useState(false);
  const [changed, setChanged] = useState(false);
  const ids = items.map(({ id }) => id);
  const offers = useQuery({ queryKey: ['bulk', api.prefix, kind, ids], queryFn: () => readOffers(api, kind, ids), staleTime: 0, gcTime: 0, retry: false });
  const possible = (offers.data ?? []).filter((offer) => actions[offer.name]);
  const action: BulkOffer | undefined = possible.find((offer) => offer.name === name);
  const choices = action && actions[action.name]?.choices;

  const choose = (next: string) => {
    setName(next);
    setDecision('');
  };

  const run = async () => {
    const wrong = {
      ...(action ? {} : { action: kit('bulk.chooseAction') }),
      ...(action?.commentRequired && !comment.trim() ? { comment: kit('actions.commentRequired') } : {}),
      ...(choices && !decision ? { decision: kit('actions.choice') } : {}),
    };
    setFaults(wrong);
    if (!action || Object.keys(wrong).length > 0) return;
    setRunning(true);
    setResults([]);
    try {
      const body = { ...(comment.trim() ? { comment: comment.trim() } : {}), ...(choices ? { decision } : {}) };
      setResults(await performOnMany(api, kind, action.name, items, body, (some) => setResults([...some])));
    } catch (error) {
      setFaults({ all: problemErrors(error, language)[0]?.message });
      setResults((some) => (some?.length ? some : undefined));
    } finally {
      setChanged(true);
      setRunning(false);
    }
  };

  /** The documents that were not done. */
  const left = leftOf(items, results ?? []);
  /** Starts again with the documents that were not done. */
  const again = () => {
    setItems(left);
    setResults(undefined);
    setName('');
  };

  return { items, offers, possible, action, choices, choose, comment, setComment, decision, setDecision, faults, results, running, changed, left, run, again };
}
