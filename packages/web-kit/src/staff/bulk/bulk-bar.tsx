import type { SearchQuery } from '@portal/contract-kit';
import { useState } from 'react';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { AssignDialog } from '../work/assign-dialog.tsx';
import { assign, claim, readAllChosen, release } from './bulk-calls.ts';
import { type BulkActions, BulkDialog } from './bulk-dialog.tsx';
import { type Chosen, mostChosen, type Selection } from './selection.ts';

interface BulkBarProps {
  api: Api;
  kind: string;
  search: string;
  q: SearchQuery;
  total: number;
  /** Whether every row of the page is chosen, so that all of the filter may be. */
  isPageChosen: boolean;
  selection: Selection;
  actions: BulkActions;
  supervises: boolean;
  /** Something was changed: list and counts are old. @param told what the officer hears of it */
  onChanged: (told: string) => void;
}

/** What there is to do with the chosen rows, in place of the tools of the list. */
export function BulkBar({ api, kind, search, q, total, isPageChosen, selection, actions, supervises, onChanged }: BulkBarProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const [acting, setActing] = useState(false);
  const [assigning, setAssigning] = useState(false);
  const [fault, setFault] = useState('');
  const chosen = [...selection.chosen.values()];
  const count = chosen.length;

  /** Does the same call on each; what is refused stays chosen. @returns the first refusal */
  const each = async (told: string, call: (id: string) => Promise<unknown>): Promise<string> => {
    const left: Chosen[] = [];
    let first = '';
    for (const one of chosen) {
      try {
        await call(one.id);
      } catch (error) {
        left.push(one);
        first ||= `${one.reference}: ${problemErrors(error, language)[0]?.message ?? ''}`;
      }
    }
    selection.replace(left);
    setFault(first);
    onChanged(left.length < count ? kit(told, { count: count - left.length }) : '');
    return first;
  };

  return (
    <div className="portal-bulk">
      <strong>{kit('bulk.chosen', { count })}</strong>
      {isPageChosen && total > count && count < mostChosen ? (
        <Button variant="link" onClick={async () => selection.replace(await readAllChosen(api, search, q))}>
          {kit('bulk.chooseAll', { count: Math.min(total, mostChosen) })}
        </Button>
      ) : null}
      {Object.keys(actions).length > 0 ? (
        <Button small aria-haspopup="dialog" onClick={() => setActing(true)}>
          {kit('bulk.act')}
        </Button>
      ) : null}
      <Button variant="secondary" small onClick={() => each('bulk.claimed', (id) => claim(api, kind, id))}>
        {kit('bulk.claim')}
      </Button>
      <Button variant="secondary" small onClick={() => each('bulk.released', (id) => release(api, kind, id))}>
        {kit('bulk.release')}
      </Button>
      {supervises ? (
        <Button variant="secondary" small aria-haspopup="dialog" onClick={() => setAssigning(true)}>
          {kit('bulk.assign')}
        </Button>
      ) : null}
      <Button variant="link" onClick={selection.clear}>
        {kit('bulk.clear')}
      </Button>
      {fault ? (
        <p className="govuk-error-message portal-bulk__fault" role="alert">
          {fault}
        </p>
      ) : null}
      {acting ? (
        <BulkDialog
          api={api}
          kind={kind}
          chosen={chosen}
          actions={actions}
          onClose={(left, isChanged) => {
            setActing(false);
            if (!isChanged) return;
            selection.replace(left);
            onChanged('');
          }}
        />
      ) : null}
      {assigning ? (
        <AssignDialog
          title={kit('bulk.assignMany', { count })}
          fault={fault}
          onClose={() => setAssigning(false)}
          assign={async (userName) => (await each('bulk.assigned', (id) => assign(api, kind, id, userName))) === ''}
        />
      ) : null}
    </div>
  );
}
