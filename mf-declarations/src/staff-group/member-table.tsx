import { fieldId, formatShortDate, LaneChip, Link, StatusTag, Tag, useLanguage, useLocation, useText } from '@portal/web-kit';
import type { GroupMember } from 'svc-declarations/contract';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import { isOpen } from './members.ts';
import { t } from './texts.ts';

/** A reference date far in the past. A short date that is formatted relative to it always includes the year. */
const withYear = new Date(0);

interface MemberTableProps {
  kind: DeclarationKind;
  members: readonly GroupMember[];
  ticked: ReadonlySet<string>;
  onTick: (ids: ReadonlySet<string>) => void;
  /** Members on whom the officer has just acted. */
  done: ReadonlySet<string>;
}

/** Table of all members of a group, with the passport to compare and a checkbox where an action is possible. On a phone each member is shown as a card. */
export function MemberTable({ kind, members, ticked, onTick, done }: MemberTableProps) {
  const text = useText();
  const open = members.filter(isOpen);
  const hasLanes = members.some(({ lane }) => lane);
  const allTicked = open.length > 0 && open.every(({ id }) => ticked.has(id));
  const tick = (id: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    onTick(next);
  };
  const heads = [t.name, ...(hasLanes ? [t.lane] : []), t.look, t.passport, t.status];
  return (
    <table className="govuk-table portal-list__table portal-gate">
      <caption className="govuk-visually-hidden">{text(t.people)}</caption>
      <thead className="govuk-table__head">
        <tr className="govuk-table__row">
          <td className="govuk-table__header portal-list__choice">
            {open.length > 0 ? (
              <input
                type="checkbox"
                aria-label={text(t.chooseAll)}
                checked={allTicked}
                onChange={() => onTick(new Set(allTicked ? [] : open.map(({ id }) => id)))}
              />
            ) : null}
          </td>
          {heads.map((head) => (
            <th key={head.en} scope="col" className="govuk-table__header">
              {text(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="govuk-table__body">
        {members.map((member) => (
          <Row
            key={member.id}
            kind={kind}
            member={member}
            hasLanes={hasLanes}
            ticked={ticked.has(member.id)}
            onTick={(on) => tick(member.id, on)}
            done={done.has(member.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  kind: DeclarationKind;
  member: GroupMember;
  hasLanes: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  done: boolean;
}

function Row({ kind, member, hasLanes, ticked, onTick, done }: RowProps) {
  const text = useText();
  const { language } = useLanguage();
  const { pathname, search } = useLocation();
  const { id, name, lane, flags = [], travellerCode, nationalityName, birthDate, documentStatus, assignee, answeredBy } = member;
  return (
    <tr className="govuk-table__row" data-row={id}>
      <td className="govuk-table__cell portal-list__choice">
        {isOpen(member) ? (
          <input
            type="checkbox"
            id={fieldId(`member-${id}`)}
            aria-label={text(t.choose(name))}
            checked={ticked}
            onChange={({ target }) => onTick(target.checked)}
          />
        ) : null}
      </td>
      <td className="govuk-table__cell portal-gate__name" data-title={text(t.name)}>
        <span>
          <Link className="govuk-link govuk-!-font-weight-bold" to={`${kind.staffBase}/view/${id}?list=${encodeURIComponent(`${pathname}${search}`)}`}>
            {name}
          </Link>
          {answeredBy ? <span className="portal-muted portal-gate__more">{text(t.answeredBy(answeredBy))}</span> : null}
        </span>
      </td>
      {hasLanes ? (
        <td className="govuk-table__cell" data-title={text(t.lane)}>
          {lane ? <LaneChip lane={lane} /> : null}
        </td>
      ) : null}
      <td className={`govuk-table__cell${flags.length ? '' : ' portal-gate__empty'}`} data-title={text(t.look)}>
        <span className="portal-gate__flags">
          {flags.map((flag) => (
            <Tag key={flag} tone={flag === 'MERCHANDISE' ? 'red' : 'amber'}>
              {text(t.flags[flag])}
            </Tag>
          ))}
        </span>
      </td>
      <td className="govuk-table__cell" data-title={text(t.passport)}>
        <span>
          {travellerCode}
          <span className="portal-muted portal-gate__more portal-gate__line">
            {[nationalityName, birthDate && formatShortDate(birthDate, language, withYear)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </td>
      <td className="govuk-table__cell" data-title={text(t.status)}>
        <span>
          <StatusTag status={documentStatus} />
          {done ? <span className="portal-muted portal-gate__more">{text(t.justNow)}</span> : null}
          {assignee ? <span className="portal-muted portal-gate__more">{text(t.heldBy(assignee))}</span> : null}
        </span>
      </td>
    </tr>
  );
}
