import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { Text } from './text.tsx';

type Level = 2 | 3 | 4;

/** A heading. Its size follows from its level. */
export function Heading({ level = 2, children, id }: { level?: Level; children: ReactNode; id?: string }) {
  const Element = `h${level}` as const;
  return (
    <Element id={id} className={`govuk-heading-${level === 2 ? 'm' : 's'}`}>
      {children}
    </Element>
  );
}

/**
 * A banner with something to know before going on, or with the news that an action succeeded.
 * @param focus whether the banner takes the focus when it appears, and again with each other value, such as the next decision
 */
export function NotificationBanner({
  title,
  tone = 'important',
  children,
  focus,
}: {
  title?: Label;
  tone?: 'success' | 'important';
  children: ReactNode;
  focus?: boolean | string | object;
}) {
  const text = useKitText();
  const id = useId();
  const banner = useRef<HTMLDivElement>(null);
  // An effect, because a dialog that is closed at the same time gives the focus back to its button when its own effect ends.
  useEffect(() => {
    if (focus) banner.current?.focus();
  }, [focus]);
  return (
    <div
      className={`govuk-notification-banner${tone === 'success' ? ' govuk-notification-banner--success' : ''}`}
      role={tone === 'success' ? 'alert' : 'region'}
      aria-labelledby={id}
      tabIndex={focus ? -1 : undefined}
      ref={banner}
    >
      <div className="govuk-notification-banner__header">
        <h2 className="govuk-notification-banner__title" id={id}>
          {title ? <Text label={title} /> : text(`notice.${tone}`)}
        </h2>
      </div>
      <div className="govuk-notification-banner__content">{children}</div>
    </div>
  );
}

export function WarningText({ children }: { children: ReactNode }) {
  const text = useKitText();
  return (
    <div className="govuk-warning-text">
      <span className="govuk-warning-text__icon" aria-hidden="true">
        !
      </span>
      <strong className="govuk-warning-text__text">
        <span className="govuk-visually-hidden">{text('notice.warning')}</span>
        {children}
      </strong>
    </div>
  );
}

export function InsetText({ children }: { children: ReactNode }) {
  return <div className="govuk-inset-text">{children}</div>;
}

export interface SummaryRow {
  label: Label;
  value: ReactNode;
  /** The Change link: an address to go to, or a click handler that goes to a step. */
  change?: { to?: string; onClick?: () => void; label?: Label };
}

/** A list of names and values, as on a check-your-answers page. */
export function SummaryList({ rows, compact }: { rows: readonly SummaryRow[]; compact?: boolean }) {
  const text = useKitText();
  const changes = rows.some((row) => row.change);
  return (
    <dl className={`govuk-summary-list${compact ? ' portal-summary--compact' : ''}`}>
      {rows.map((row, index) => (
        <div
          key={`${typeof row.label === 'string' ? row.label : row.label.en}:${index}`}
          className={`govuk-summary-list__row${changes && !row.change ? ' govuk-summary-list__row--no-actions' : ''}`}
        >
          <dt className="govuk-summary-list__key">
            <Text label={row.label} />
          </dt>
          <dd className="govuk-summary-list__value">
            {row.value === '' || row.value === null || row.value === undefined ? <span className="portal-muted">{text('field.notGiven')}</span> : row.value}
          </dd>
          {row.change ? (
            <dd className="govuk-summary-list__actions">
              <ChangeLink row={row} />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

function ChangeLink({ row }: { row: SummaryRow }) {
  const text = useKitText();
  const change = row.change ?? {};
  const words = (
    <>
      {text('action.change')}
      <span className="govuk-visually-hidden">
        {' '}
        <Text label={change.label ?? row.label} />
      </span>
    </>
  );
  return change.to ? (
    <Link className="govuk-link" to={change.to}>
      {words}
    </Link>
  ) : (
    <button type="button" className="portal-link-button" onClick={change.onClick}>
      {words}
    </button>
  );
}

/** A framed section with its heading. */
export function Card({ title, actions, children, level = 2, id }: { title?: Label; actions?: ReactNode; children: ReactNode; level?: Level; id?: string }) {
  const own = useId();
  const headingId = id ? `${id}-title` : own;
  return (
    <section className="portal-card" id={id} aria-labelledby={title ? headingId : undefined}>
      {title ? (
        <div className="portal-card__header">
          <Heading level={level} id={headingId}>
            <Text label={title} />
          </Heading>
          {actions ? <div className="portal-card__actions">{actions}</div> : null}
        </div>
      ) : null}
      <div className="portal-card__body">{children}</div>
    </section>
  );
}

/** A group of answers that can be collapsed. On a wide screen it starts open. On a phone it starts open only if something is unanswered or `isOpen` is set. */
export function Fold({
  title,
  answered,
  unanswered,
  children,
  level = 2,
  isOpen = false,
}: {
  title: Label;
  answered: number;
  unanswered: number;
  children: ReactNode;
  level?: Level;
  isOpen?: boolean;
}) {
  const Title = `h${level}` as const;
  const text = useKitText();
  const [open] = useState(() => isOpen || unanswered > 0 || window.matchMedia('(min-width: 40em)').matches);
  const id = useId();
  return (
    <details className="portal-fold" open={open} aria-labelledby={id}>
      <summary>
        <Title className="govuk-heading-s portal-fold__title" id={id}>
          <Text label={title} />
        </Title>
        <span className={`portal-fold__count${unanswered > 0 ? ' portal-fold__count--open' : ''}`}>
          {unanswered > 0 ? text('review.unanswered', { count: unanswered }) : text('review.answered', { count: answered })}
        </span>
      </summary>
      <div className="portal-fold__body">{children}</div>
    </details>
  );
}

/** A framed summary list. */
export function SummaryCard({ title, actions, rows, level }: { title: Label; actions?: ReactNode; rows: readonly SummaryRow[]; level?: Level }) {
  return (
    <Card title={title} actions={actions} level={level}>
      <SummaryList rows={rows} compact />
    </Card>
  );
}

export interface SimpleColumn<Row> {
  title: Label;
  render: (row: Row, index: number) => ReactNode;
  numeric?: boolean;
}

/**
 * A plain table in a region of its own that scrolls sideways. On the public's pages, a phone shows each row as a card, with the column's title before each
 * value.
 * @param cards whether a phone does so on officers' pages too
 */
export function SimpleTable<Row>({
  caption,
  captionHidden,
  columns,
  rows,
  rowKey,
  empty,
  footer,
  cards,
}: {
  caption: Label;
  captionHidden?: boolean;
  columns: readonly SimpleColumn<Row>[];
  rows: readonly Row[];
  rowKey?: (row: Row, index: number) => string;
  empty?: Label;
  footer?: ReactNode;
  cards?: boolean;
}) {
  const id = useId();
  const text = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={`portal-table-region${cards ? ' portal-table-region--cards' : ''}`} role="region" aria-labelledby={id} tabIndex={0}>
      <table className="govuk-table">
        <caption id={id} className={captionHidden ? 'govuk-visually-hidden' : 'govuk-table__caption govuk-table__caption--s'}>
          <Text label={caption} />
        </caption>
        <thead className="govuk-table__head">
          <tr className="govuk-table__row">
            {columns.map((column, index) => (
              <th key={index} scope="col" className={`govuk-table__header${column.numeric ? ' govuk-table__header--numeric' : ''}`}>
                <Text label={column.title} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="govuk-table__body">
          {rows.map((row, index) => (
            <tr key={rowKey?.(row, index) ?? index} className="govuk-table__row">
              {columns.map((column, cell) => (
                <td key={cell} data-title={text(column.title)} className={`govuk-table__cell${column.numeric ? ' govuk-table__cell--numeric' : ''}`}>
                  {column.render(row, index)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && empty ? (
            <tr className="govuk-table__row">
              <td className="govuk-table__cell portal-muted" colSpan={columns.length}>
                <Text label={empty} />
              </td>
            </tr>
          ) : null}
        </tbody>
        {footer ? <tfoot>{footer}</tfoot> : null}
      </table>
    </div>
  );
}
