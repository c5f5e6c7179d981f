import { useId, useState } from 'react';
import { Button, IconButton } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { moved, narrowest, widest, withinBounds } from './list-layout.ts';

interface Column {
  field: string;
  title: Label;
  /** The current width of the column, in characters. */
  width: number;
}

const widthStep = 3;

interface ColumnsDialogProps {
  /** All columns that the screen has. */
  columns: readonly Column[];
  /** The fields of the columns that are shown, in their order. */
  shown: readonly string[];
  /** @param widths the columns that were made wider or narrower here */
  onApply: (fields: string[] | undefined, widths: Record<string, number>) => void;
  onClose: () => void;
}

/** A dialog to choose the columns of a list and their order. The first column, which opens the document, is always shown. */
export function ColumnsDialog({ columns, shown, onApply, onClose }: ColumnsDialogProps) {
  const kit = useKitText();
  const text = useText();
  const id = useId();
  const [order, setOrder] = useState(() => [...shown, ...columns.map(({ field }) => field).filter((field) => !shown.includes(field))]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown));
  const [widths, setWidths] = useState<Record<string, number>>({});
  const [told, setTold] = useState('');

  const toggle = (field: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(field);
    else next.delete(field);
    setChosen(next);
  };
  const move = (field: string, by: 1 | -1, name: string) => {
    const next = moved(order, field, by);
    setOrder(next);
    setTold(kit('list.columnAt', { column: name, place: next.indexOf(field) + 1, count: next.length }));
  };

  const resize = (field: string, width: number, name: string) => {
    setWidths({ ...widths, [field]: withinBounds(width) });
    setTold(kit('list.columnWidth', { column: name, width: withinBounds(width) }));
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={kit('list.columns')}
      footer={
        <>
          <Button
            onClick={() =>
              onApply(
                order.filter((field) => chosen.has(field)),
                widths,
              )
            }
          >
            {kit('list.applyColumns')}
          </Button>
          <Button variant="secondary" onClick={() => onApply(undefined, {})}>
            {kit('list.usualColumns')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {kit('action.cancel')}
          </Button>
        </>
      }
    >
      <ul className="portal-columns">
        {order.map((field, place) => {
          const column = columns.find((each) => each.field === field);
          if (!column) return null;
          const name = text(column.title);
          const width = widths[field] ?? column.width;
          return (
            <li key={field} className="portal-columns__row">
              <div className="govuk-checkboxes govuk-checkboxes--small">
                <div className="govuk-checkboxes__item">
                  <input
                    className="govuk-checkboxes__input"
                    type="checkbox"
                    id={`${id}-${field}`}
                    checked={chosen.has(field)}
                    disabled={field === columns[0]?.field}
                    onChange={(event) => toggle(field, event.target.checked)}
                  />
                  <label className="govuk-label govuk-checkboxes__label" htmlFor={`${id}-${field}`}>
                    {name}
                  </label>
                </div>
              </div>
              <span className="portal-columns__moves">
                <IconButton
                  icon="remove"
                  quiet
                  label={kit('list.narrower', { column: name })}
                  disabled={width <= narrowest}
                  onClick={() => resize(field, width - widthStep, name)}
                />
                <IconButton
                  icon="add"
                  quiet
                  label={kit('list.wider', { column: name })}
                  disabled={width >= widest}
                  onClick={() => resize(field, width + widthStep, name)}
                />
                <IconButton icon="up" quiet label={kit('list.moveUp', { column: name })} disabled={place === 0} onClick={() => move(field, -1, name)} />
                <IconButton
                  icon="down"
                  quiet
                  label={kit('list.moveDown', { column: name })}
                  disabled={place === order.length - 1}
                  onClick={() => move(field, 1, name)}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <div role="status" className="govuk-visually-hidden">
        {told}
      </div>
    </Modal>
  );
}
