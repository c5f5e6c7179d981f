import { Link } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { useFormat } from '../../language/format.ts';
import { useKitText } from '../../language/i18n.ts';

export interface ListTab {
  /** `queue:MINE`, the id of a view, or `all`. */
  id: string;
  name: string;
  /** The address's part after the path. */
  search: string;
  count?: number;
  /** Something is late there. */
  urgent?: boolean;
  /** Whose view it is, where it is somebody else's. */
  by?: string;
}

interface ListTabsProps {
  tabs: readonly ListTab[];
  current: string | undefined;
  /** Saves what the list shows now; missing while it shows one of the tabs. */
  onSave?: () => void;
  onManage?: () => void;
}

/** The queues of a list and its saved views, each an address of its own. */
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
