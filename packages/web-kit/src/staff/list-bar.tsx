import { Button } from '../components/button.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';
import { useNavigate } from '../router.ts';
import { TakeNext } from './bulk/take-next.tsx';
import { FilterChips } from './list-filter.tsx';
import type { ListPage } from './use-list-page.ts';
import type { ListView } from './use-list-view.ts';
import { useCaseAddress } from './work/use-work-list.ts';

interface ListBarProps<Row extends object> {
  view: ListView<Row>;
  page: ListPage<Row>;
  /** The number of documents, in words. */
  count: string;
  mayAct: boolean;
  mayFilter: boolean;
  csv: { busy: boolean; save: () => unknown };
  /** Opens the filter: of one field, or of all. */
  onFilter: (field: string | true) => void;
  onChooseColumns: () => void;
  /** Tells the officer that no case is left. */
  onNone: (words: string) => void;
}

/** What stands above the rows of a list: the next case, the filter, the number of documents, and the tools. */
export function ListBar<Row extends object>({ view, page, count, mayAct, mayFilter, csv, onFilter, onChooseColumns, onNone }: ListBarProps<Row>) {
  const kit = useKitText();
  const navigate = useNavigate();
  const caseAddress = useCaseAddress();
  const { api, kind, q, filters, filtered, state, go, openCase } = view;
  const { list } = page;
  return (
    <div className="portal-list__bar">
      {mayAct && openCase ? (
        <TakeNext api={api} kind={kind} q={q} open={(id) => navigate(caseAddress(openCase({ id } as unknown as Row)))} onNone={onNone} />
      ) : null}
      {mayFilter ? (
        <Button variant="secondary" small aria-haspopup="dialog" onClick={() => onFilter(true)}>
          {kit('list.filter')}
          {filtered > 0 ? ` (${filtered})` : ''}
        </Button>
      ) : null}
      <FilterChips filters={filters} criteria={state.criteria} onEdit={onFilter} onChange={(criteria) => go({ ...state, criteria, page: 1 })} />
      <p className="portal-list__count" role="status">
        {list.data ? <strong>{count}</strong> : kit('page.loading')}
        <Updated at={list.dataUpdatedAt} />
      </p>
      <ListTools view={view} page={page} csv={csv} onChooseColumns={onChooseColumns} />
    </div>
  );
}

function ListTools<Row extends object>({ view, page, csv, onChooseColumns }: Pick<ListBarProps<Row>, 'view' | 'page' | 'csv' | 'onChooseColumns'>) {
  const kit = useKitText();
  const { state, layout, density, showLayout } = view;
  return (
    <div className="portal-list__tools">
      <Button variant="secondary" small aria-haspopup="dialog" onClick={onChooseColumns}>
        {kit('list.columns')}
      </Button>
      <Button
        variant="secondary"
        small
        aria-pressed={density === 'comfortable'}
        onClick={() => showLayout({ ...layout, columns: state.columns ?? layout.columns, density: density === 'comfortable' ? 'compact' : 'comfortable' })}
      >
        {kit('list.allText')}
      </Button>
      <Button variant="secondary" small busy={page.list.isFetching} onClick={page.reload}>
        {kit('action.reload')}
      </Button>
      <Button variant="secondary" small busy={csv.busy} onClick={csv.save}>
        {csv.busy ? kit('action.downloading') : kit('list.export')}
      </Button>
    </div>
  );
}

function Updated({ at }: { at: number }) {
  const kit = useKitText();
  const format = useFormat();
  return at > 0 ? <span className="portal-muted"> · {kit('list.updated', { time: format.time(at) })}</span> : null;
}
