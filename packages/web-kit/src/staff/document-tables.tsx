import type { DocumentActionEntry } from '@portal/contract-kit';
import { Fragment, useId, useState } from 'react';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';
import { newestFirst } from './table-rows.ts';

/** The history of a document's actions, newest first. A comment opens below its row. */
export function ActionsTable({ entries }: { entries?: readonly DocumentActionEntry[] | null }) {
  const text = useKitText();
  const id = useId();
  const rows = newestFirst(entries ?? []);
  const titles = ['operation', 'dateTime', 'name', 'mobile', 'email', 'details'];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="portal-table-region" aria-labelledby={id} tabIndex={0}>
      <table className="govuk-table">
        <caption id={id} className="govuk-table__caption govuk-table__caption--m">
          {text('actions.table')}
        </caption>
        <thead className="govuk-table__head">
          <tr className="govuk-table__row">
            {titles.map((title) => (
              <th key={title} scope="col" className="govuk-table__header">
                {text(`actions.${title}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="govuk-table__body">
          {rows.length === 0 ? (
            <tr className="govuk-table__row">
              <td className="govuk-table__cell" colSpan={titles.length}>
                {text('history.empty')}
              </td>
            </tr>
          ) : (
            rows.map((entry, index) => <ActionRow key={entry.id || index} entry={entry} columns={titles.length} />)
          )}
        </tbody>
      </table>
    </section>
  );
}

function ActionRow({ entry, columns }: { entry: DocumentActionEntry; columns: number }) {
  const text = useKitText();
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Fragment>
      <tr className="govuk-table__row">
        <th scope="row" className="govuk-table__header">
          {entry.operation}
        </th>
        <td className="govuk-table__cell">{format.dateTime(entry.dateTime)}</td>
        <td className="govuk-table__cell">
          {entry.user?.name}
          {entry.capacity === 'counter' ? <span className="govuk-hint govuk-!-margin-bottom-0">{text('actions.atTheCounter')}</span> : null}
        </td>
        <td className="govuk-table__cell">{entry.user?.mobile}</td>
        <td className="govuk-table__cell">{entry.user?.email}</td>
        <td className="govuk-table__cell">
          {entry.details ? (
            <button type="button" className="portal-link-button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
              {text('actions.showDetails')}
              <span className="govuk-visually-hidden"> {entry.operation}</span>
            </button>
          ) : null}
        </td>
      </tr>
      {open ? (
        <tr className="govuk-table__row" id={id}>
          <td className="govuk-table__cell portal-typed" colSpan={columns}>
            {entry.details}
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
