import { useId, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { moved } from '../list-layout.ts';
import { type OwnTabs, sortByIds } from './own-tabs.ts';
import type { SavedView } from './saved-views.ts';

interface ViewsDialogProps {
  views: readonly SavedView[];
  /** The tabs that can be opened first: the queues and the views. */
  tabs: readonly { id: string; name: string }[];
  own: OwnTabs;
  setOwn: (next: OwnTabs) => void;
  onEdit: (view: SavedView) => void;
  onDelete: (view: SavedView) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog to choose which tab opens first and the order of the views, and to edit or delete the user's own views. */
export function ViewsDialog({ views, tabs, own, setOwn, onEdit, onDelete, onClose }: ViewsDialogProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const id = useId();
  const [asked, setAsked] = useState('');
  const [told, setTold] = useState('');
  const [fault, setFault] = useState('');
  const remove = async (view: SavedView) => {
    setFault('');
    try {
      await onDelete(view);
      setTold(kit('views.deleted', { name: view.name }));
    } catch (error) {
      setFault(problemErrors(error, language)[0]?.message ?? '');
    }
  };
  const ordered = sortByIds(views, own.order);
  const move = (view: SavedView, by: 1 | -1) => {
    const order = moved(
      ordered.map((each) => each.id),
      view.id,
      by,
    );
    setOwn({ ...own, order });
    setTold(kit('list.columnAt', { column: view.name, place: order.indexOf(view.id) + 1, count: order.length }));
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={kit('views.manage')}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {kit('action.close')}
        </Button>
      }
    >
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={`${id}-first`}>
          {kit('views.first')}
        </label>
        <select
          className="govuk-select"
          id={`${id}-first`}
          value={own.first ?? 'all'}
          onChange={({ target }) => setOwn({ order: own.order, ...(target.value === 'all' ? {} : { first: target.value }) })}
        >
          {tabs.map((tab) => (
            <option key={tab.id} value={tab.id}>
              {tab.name}
            </option>
          ))}
        </select>
      </div>
      {ordered.length === 0 ? <p className="govuk-body">{kit('views.none')}</p> : null}
      <ul className="portal-columns">
        {ordered.map((view, place) => (
          <li key={view.id} className="portal-columns__row">
            <span>
              {view.name}{' '}
              <span className="portal-muted">
                {view.mine ? (view.sharedWithRole ? kit('views.sharedWith', { role: view.sharedWithRole }) : '') : kit('views.by', { name: view.owner.name })}
              </span>
            </span>
            <span className="portal-columns__moves">
              <IconButton icon="up" quiet label={kit('list.moveUp', { column: view.name })} disabled={place === 0} onClick={() => move(view, -1)} />
              <IconButton
                icon="down"
                quiet
                label={kit('list.moveDown', { column: view.name })}
                disabled={place === ordered.length - 1}
                onClick={() => move(view, 1)}
              />
              {view.mine ? (
                asked === view.id ? (
                  <Button variant="warning" small onClick={() => remove(view)}>
                    {kit('views.deleteNow', { name: view.name })}
                  </Button>
                ) : (
                  <>
                    <Button variant="secondary" small aria-label={`${kit('views.change')} ${view.name}`} onClick={() => onEdit(view)}>
                      {kit('views.rename')}
                    </Button>
                    <Button variant="secondary" small aria-label={`${kit('views.delete')} ${view.name}`} onClick={() => setAsked(view.id)}>
                      {kit('views.delete')}
                    </Button>
                  </>
                )
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <div role="alert">{fault ? <p className="govuk-error-message">{fault}</p> : null}</div>
      <div role="status" className="govuk-visually-hidden">
        {told}
      </div>
    </Modal>
  );
}
