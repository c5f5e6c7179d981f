import type { SearchCriterion } from '@portal/contract-kit';
import { useState } from 'react';
import type { Api } from '../../api/api.ts';
import { useKitText } from '../../language/i18n.ts';
import type { ListLayout } from '../list-layout.ts';
import { type ListState, writeState } from '../list-state.ts';
import { type ListTab, ListTabs } from './list-tabs.tsx';
import { type OwnTabs, sortByIds } from './own-tabs.ts';
import { queueCriterion, queueNames, queueOf, useQueueCounts } from './queues.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { addView, changeView, contentOf, deleteView, type SavedView, stateOf, useViewCounts } from './saved-views.ts';
import { ViewsDialog } from './views-dialog.tsx';

/** In a queue, the cases that are due first come first. */
const byDue = { field: 'dueAt', descending: false };

/** Returns the state of a queue's tab. */
export const queueState = (name: (typeof queueNames)[number]): ListState => ({ criteria: [queueCriterion(name)], page: 1, sort: byDue });

/** Returns the state with which a list opens for this person: a queue or a view; undefined for the list as it is. */
export function openingState(own: OwnTabs, views: readonly SavedView[], fixed: readonly SearchCriterion[]): ListState | undefined {
  const queue = queueNames.find((name) => own.first === `queue:${name}`);
  if (queue) return queueState(queue);
  const view = views.find(({ id }) => id === own.first);
  return view && stateOf(view, fixed);
}

const shownBy = (state: ListState): string => writeState({ ...state, page: 1 });

interface ViewsOfListProps {
  api: Api;
  /** The path of the kind. It is also the name under which the views of the list are stored. */
  kind: string;
  search: string;
  rolePrefix: string;
  fixed: readonly SearchCriterion[];
  /** The state of the list without any queue or view. */
  whole: ListState;
  /** The current state of the list. */
  state: ListState;
  /** The officer's own layout, which a new view stores. */
  layout: ListLayout;
  views: readonly SavedView[];
  reload: () => void;
  own: OwnTabs;
  setOwn: (next: OwnTabs) => void;
  go: (state: ListState) => void;
}

/** The queues and saved views of a list, as tabs above it. */
export function ViewsOfList({ api, kind, search, rolePrefix, fixed, whole, state, layout, views, reload, own, setOwn, go }: ViewsOfListProps) {
  const kit = useKitText();
  const [saving, setSaving] = useState<'new' | SavedView>();
  const [managing, setManaging] = useState(false);
  const counts = useQueueCounts(api, kind, fixed);
  const found = useViewCounts(api, search, views);
  const tabOf = (id: string, name: string, to: ListState): ListTab & { state: ListState } => ({
    id,
    name,
    state: to,
    search: new URLSearchParams({ q: writeState(to) }).toString(),
  });
  const tabs: (ListTab & { state: ListState })[] = [
    tabOf('all', kit('views.all'), whole),
    ...queueNames.map((name) => ({ ...tabOf(`queue:${name}`, kit(`views.queue.${name}`), queueState(name)), count: counts[name], urgent: name === 'OVERDUE' })),
    ...sortByIds(views, own.order).map((view) => ({
      ...tabOf(view.id, view.name, stateOf(view, fixed)),
      count: found.get(view.id),
      ...(view.mine ? {} : { by: view.owner.name }),
    })),
  ];
  const current = tabs.find((tab) => shownBy(tab.state) === shownBy(state)) ?? tabs.find((tab) => tab.id === `queue:${queueOf(state.criteria)}`);
  const isTab = current !== undefined && shownBy(current.state) === shownBy(state);
  return (
    <>
      <ListTabs tabs={tabs} current={current?.id} onSave={isTab ? undefined : () => setSaving('new')} onManage={() => setManaging(true)} />
      {managing ? (
        <ViewsDialog
          views={views}
          tabs={tabs}
          own={own}
          setOwn={setOwn}
          onClose={() => setManaging(false)}
          onEdit={(view) => {
            setManaging(false);
            setSaving(view);
          }}
          onDelete={async (view) => {
            await deleteView(api, view.id);
            reload();
          }}
        />
      ) : null}
      {saving ? (
        <SaveViewDialog
          view={saving === 'new' ? undefined : saving}
          rolePrefix={rolePrefix}
          onClose={() => setSaving(undefined)}
          save={async (named) => {
            if (saving === 'new') {
              const shown = { ...state, page: 1, columns: state.columns ?? layout.columns, density: state.density ?? layout.density };
              await addView(api, { ...contentOf(shown, fixed), ...named, list: kind });
              go(shown);
            } else {
              const { list, q, columns, density } = saving;
              await changeView(api, saving.id, { list, q, columns, density, ...named });
            }
            reload();
          }}
        />
      ) : null}
    </>
  );
}
