import {
  addTexts,
  Button,
  ButtonGroup,
  ButtonLink,
  Link,
  type ListResult,
  NotFound,
  Pending,
  RequireRole,
  recordName,
  SimpleTable,
  StaffPage,
  saveBlob,
  Tag,
  useCatalogue,
  useFormat,
  useLanguage,
  useQuery,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { PageSteps } from '@portal/web-kit/staff';
import { useState } from 'react';
import type { Area, DocumentKind } from '../../area.ts';
import { shellApi } from '../../areas/clients.ts';
import { useBoardAreas } from '../../layout/staff-menu.ts';
import { texts } from './board.texts.ts';

addTexts('shell', texts);

const size = 50;
/** Parameters of the request to the service. The address has them under the same names. */
const questions = ['from', 'to', 'hours', 'user', 'action', 'done', 'status', 'lane', 'entryPoint'] as const;

interface ActionDone {
  id: string;
  at: string;
  officer: string;
  actionName: string;
  statusName: string;
  done: 'onTime' | 'late' | null;
  documentId: string;
  reference: string;
}

/** Lists the actions of officers one by one. It is opened by a bar of the board that counts actions. */
export default function BoardActionsPage() {
  const areas = useBoardAreas();
  const [params] = useSearchParams();
  const found = areas.flatMap(({ area, kinds }) => kinds.map((kind) => ({ area, kind }))).find(({ kind }) => kind.path === params.get('of'));
  return <RequireRole anyOf={areas.length > 0 ? [] : ['nobody']}>{found ? <Actions {...found} /> : <NotFound />}</RequireRole>;
}

function Actions({ area, kind }: { area: Area; kind: DocumentKind }) {
  const text = useText();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const [failed, setFailed] = useState(false);
  const page = Math.max(1, Number(params.get('page')) || 1);
  const asked: Record<string, string> = { kind: kind.statistics ?? '' };
  for (const name of questions) if (params.has(name)) asked[name] = params.get(name) ?? '';
  const api = shellApi(area.api);
  const path = '/v1/statistics/actions';
  const list = useQuery({
    queryKey: ['board-actions', area.api, asked, page],
    queryFn: ({ signal }) => api.get<ListResult<ActionDone>>(path, { query: { ...asked, page: String(page), size: String(size) }, signal }),
    staleTime: 0,
  });
  const save = async () => {
    setFailed(false);
    try {
      saveBlob(await api.blob(path, { query: asked, accept: 'text/csv' }), `${text(kind.title)} - ${text('board.actions')}.csv`);
    } catch {
      setFailed(true);
    }
  };
  const turn = (to: number) => {
    const next = new URLSearchParams(params);
    next.set('page', String(to));
    setParams(next);
    window.scrollTo(0, 0);
  };
  const records = list.data?.records ?? [];
  return (
    <StaffPage
      title="board.actions"
      caption={text(kind.title)}
      focusKey={String(page)}
      actions={
        <ButtonGroup>
          <ButtonLink to="/staff/board" variant="secondary" small>
            {text('board.title')}
          </ButtonLink>
          <Button variant="secondary" small onClick={save}>
            {text('board.csv')}
          </Button>
        </ButtonGroup>
      }
    >
      <p className="govuk-body" role="status">
        {list.data ? text('board.actionsFound', { count: list.data.totalRecords, number: format.number(list.data.totalRecords) }) : ''}
        {failed ? ` ${text('board.csvFailed')}` : ''}
      </p>
      <Filters asked={asked} first={records[0]} />
      {list.data ? (
        <SimpleTable
          caption="board.actions"
          captionHidden
          empty="board.none"
          rows={records}
          rowKey={({ id }) => id}
          columns={[
            { title: 'board.time', render: ({ at }) => `${format.shortDate(at)} ${format.time(at)}` },
            { title: 'board.officer', render: ({ officer }) => officer },
            { title: 'board.step', render: ({ actionName }) => actionName },
            {
              title: 'board.document',
              render: ({ documentId, reference }) => (
                <Link className="govuk-link" to={`${kind.screen}/${documentId}`}>
                  {reference}
                </Link>
              ),
            },
            { title: 'board.statusOne', render: ({ statusName }) => statusName },
            {
              title: 'board.inTime',
              render: ({ done }) => (done === 'late' ? <Tag tone="amber">{text('board.late')}</Tag> : done === 'onTime' ? text('board.inTime') : ''),
            },
          ]}
        />
      ) : (
        <Pending query={list} />
      )}
      <PageSteps page={page} pages={Math.ceil((list.data?.totalRecords ?? 0) / size)} onPage={turn} />
    </StaffPage>
  );
}

/** Describes in words how the list is filtered. */
function Filters({ asked, first }: { asked: Readonly<Record<string, string>>; first: ActionDone | undefined }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const points = useCatalogue('entry-points');
  const { from, to, hours, user, action, done, status, lane, entryPoint } = asked;
  const time = (at: string): string => `${format.shortDate(at)} ${format.time(at)}`;
  const point = points.records.find(({ code }) => code === entryPoint);
  const said: [string, string][] = [];
  if (from) said.push([text('board.period'), `${time(from)} – ${to ? time(to) : text('board.now')}`]);
  if (hours) {
    const all = hours.split(',').map((hour) => `${hour}:00:00`);
    said.push([text('board.hour'), `${format.time(all[0] ?? '')}, ${text('board.days', { count: all.length })}`]);
  }
  if (user) said.push([text('board.officer'), first?.officer ?? user]);
  if (action) said.push([text('board.step'), first?.actionName ?? action]);
  if (done) said.push([text('board.onTime'), text(done === 'late' ? 'board.late' : 'board.inTime')]);
  if (status) said.push([text('board.statusOne'), first?.statusName ?? status]);
  if (lane !== undefined) said.push([text('board.lane'), lane ? text(`board.${lane}`) : text('board.noLane')]);
  if (entryPoint !== undefined)
    said.push([text('board.entryPointOne'), entryPoint ? (point ? recordName(point, language) : entryPoint) : text('board.noPoint')]);
  return <p className="govuk-body portal-muted">{said.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>;
}
