import type { SearchQuery } from '@portal/contract-kit';
import { useState } from 'react';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { AssignDialog } from '../work/assign-dialog.tsx';
import { assign, claim, readAllChosen, release } from './bulk-calls.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { mostChosen, type SelectedDocument, type Selection } from './selection.ts';
import type { BulkActions } from './use-bulk-action.ts';

interface BulkBarProps {
  api: Api;
  kind: string;
  search: string;
  q: SearchQuery;
  total: number;
  /** Whether every row of the page is selected. Then all rows of the filter may be selected too. */
  isPageChosen: boolean;
  selection: Selection;
  actions: BulkActions;
  supervises: boolean;
  /** Called when something was changed, so that the list and the counts are outdated. @param told the message for the officer */
  onChanged: (told: string) => void;
}

/** The actions for the selected rows, shown in place of the list's tools. */
export function BulkBar({ api, kind, search, q, total, isPageChosen, selection, actions, supervises, onChanged }: BulkBarProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const [acting, setActing] = useState(false);
  const [assigning, setAssigning] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const chosen = [...selection.chosen.values()];
  const count = chosen.length;

  /** Makes the same call for each selected document. Refused documents stay selected. @returns the reasons, each with the references of its documents */
  const each = async (done: string, call: (id: string) => Promise<unknown>): Promise<readonly string[]> => {
    const left: SelectedDocument[] = [];
    const refused = new Map<string, string[]>();
    for (const one of chosen) {
      try {
        await call(one.id);
      } catch (error) {
        left.push(one);
        const reason = problemErrors(error, language)[0]?.message ?? '';
        refused.set(reason, [...(refused.get(reason) ?? []), one.reference]);
      }
    }
    selection.replace(left);
    const told = [...refused].map(([reason, references]) => `${references.join(', ')}: ${reason}`);
    setFaults(told);
    onChanged(left.length < count ? kit(done, { count: count - left.length }) : '');
    return told;
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
      {faults.length > 0 ? (
        <div className="govuk-error-message portal-bulk__fault" role="alert">
          {faults.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </div>
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
            setFaults([]);
            selection.replace(left);
            onChanged('');
          }}
        />
      ) : null}
      {assigning ? (
        <AssignDialog
          title={kit('bulk.assignMany', { count })}
          fault={faults.join(' ')}
          onClose={() => setAssigning(false)}
          assign={async (userName) => (await each('bulk.assigned', (id) => assign(api, kind, id, userName))).length === 0}
        />
      ) : null}
    </div>
  );
}
