import { Link } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { useFormat } from '../../language/format.ts';
import { useKitText } from '../../language/i18n.ts';

export interface ListTab {
  /** The id of the tab: `queue:MINE` or another queue, the id of a view, or `all`. */
  id: string;
  name: string;
  /** The query part of the tab's address. */
  search: string;
  count?: number;
  /** Whether something in the tab is overdue. */
  urgent?: boolean;
  /** The name of the view's owner, if that is somebody else. */
  by?: string;
}

interface ListTabsProps {
  tabs: readonly ListTab[];
  current: string | undefined;
  /** Saves what the list shows now as a view. Not set while the list shows one of the tabs. */
  onSave?: () => void;
  onManage?: () => void;
}

/** Tabs for the queues and saved views of a list. Each tab has an address of its own. */
export function ListTabs({ tabs, current, onSave, onManage }: ListTabsProps) {
  const kit = useKitText();
  const format = useFormat();
  return (
    <nav className="portal-tabs" aria-label={kit('views.tabs')}>
      <ul className="portal-tabs__list">
        {tabs.map(({ id, name, search, count, urgent, by }) => (
          <li key={id}>
            <Link
              className="portal-tabs__tab"
              to={{ search }}
              aria-current={id === current ? 'page' : undefined}
              title={by ? kit('views.by', { name: by }) : undefined}
            >
              <span className="portal-tabs__name">{name}</span>
              {count === undefined ? null : (
                <span className={urgent && count > 0 ? 'portal-tabs__count portal-tabs__count--urgent' : 'portal-tabs__count'}>{format.number(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {onSave ? (
        <Button variant="link" aria-haspopup="dialog" onClick={onSave}>
          {kit('views.save')}
        </Button>
      ) : null}
      {onManage ? (
        <Button variant="link" aria-haspopup="dialog" onClick={onManage}>
          {kit('views.manage')}
        </Button>
      ) : null}
    </nav>
  );
}
