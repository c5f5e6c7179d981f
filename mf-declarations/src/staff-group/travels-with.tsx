import { Card, documentKey, Link, loadDocument, Tag, useApi, useKitText, useQuery, useText } from '@portal/web-kit';
import type { DeclarationGroup } from 'svc-declarations/contract';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import { inGateOrder } from './members.ts';
import { t } from './texts.ts';

const shownAtOnce = 9;

/** Shows the other members of a declaration's group, with a link to the whole group. */
export function TravelsWith({ of, id, groupId }: { of: DeclarationKind; id: string; groupId: string }) {
  const text = useText();
  const kit = useKitText();
  const api = useApi();
  const kind = `${of.path}/group`;
  const { data } = useQuery({
    queryKey: documentKey(kind, groupId),
    queryFn: ({ signal }) => loadDocument<DeclarationGroup>(api, kind, groupId, undefined, signal),
    retry: false,
  });
  const others = inGateOrder(data?.model.members ?? []).filter((member) => member.id !== id);
  if (data && others.length === 0) return null;
  return (
    <Card
      title={data ? t.travelsWith(others.length) : t.inGroup}
      actions={
        <Link className="govuk-link" to={`${of.staffBase}/group/${groupId}`}>
          {text(t.toGroup)}
        </Link>
      }
    >
      <ul className="govuk-list portal-companions">
        {others.slice(0, shownAtOnce).map(({ id: other, name, lane }) => (
          <li key={other}>
            <Link className="govuk-link" to={`${of.staffBase}/view/${other}`}>
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
