import { Card, documentKey, Link, loadDocument, Tag, useApi, useKitText, useLocation, useQuery, useText } from '@portal/web-kit';
import { useKeepList, useListAddress } from '@portal/web-kit/staff';
import type { DeclarationGroup } from 'svc-declarations/contract';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import { inGateOrder } from './members.ts';
import { t } from './texts.ts';

const shownAtOnce = 9;

/** Shows the other members of a declaration's group, with a link to the whole group. Back on their pages leads to where the officer came from. */
export function TravelsWith({ kind, id, groupId }: { kind: DeclarationKind; id: string; groupId: string }) {
  const text = useText();
  const kit = useKitText();
  const api = useApi();
  const { pathname, search } = useLocation();
  const keep = useKeepList();
  const list = useListAddress();
  const groups = `${kind.path}/group`;
  const group = `${kind.staffBase}/group/${groupId}`;
  const { data } = useQuery({
    queryKey: documentKey(groups, groupId),
    queryFn: ({ signal }) => loadDocument<DeclarationGroup>(api, groups, groupId, undefined, { signal }),
    retry: false,
  });
  const others = inGateOrder(data?.model.members ?? []).filter((member) => member.id !== id);
  if (data && others.length === 0) return null;
  // An officer who came from the group goes back to it, with the list from which it was opened.
  const toGroup = list?.split('?')[0] === group ? list : `${group}?list=${encodeURIComponent(`${pathname}${search}`)}`;
  return (
    <Card
      title={data ? t.travelsWith(others.length) : t.inGroup}
      actions={
        <Link className="govuk-link" to={toGroup}>
          {text(t.toGroup)}
        </Link>
      }
    >
      <ul className="govuk-list portal-companions">
        {others.slice(0, shownAtOnce).map(({ id: other, name, lane }) => (
          <li key={other}>
            <Link className="govuk-link" to={keep(`${kind.staffBase}/view/${other}`)}>
              {name}
            </Link>{' '}
            {lane === 'RED' ? <Tag tone="red">{kit(`lane.${lane}`)}</Tag> : null}
          </li>
        ))}
        {others.length > shownAtOnce ? <li>{text(t.others(others.length - shownAtOnce))}</li> : null}
      </ul>
    </Card>
  );
}
