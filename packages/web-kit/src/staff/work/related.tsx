import type { ListResult } from '@portal/contract-kit';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { Card } from '../../components/content.tsx';
import { documentPath } from '../../document/use-document.ts';
import { useFormat } from '../../language/format.ts';
import { useKitText } from '../../language/i18n.ts';
import { useQuery } from '../../query.ts';
import { Link } from '../../router.ts';

/** Another document of the same person or vehicle, as its service returns it. */
interface RelatedRecord {
  id: string;
  reference: string;
  title: string;
  subtitle: string;
  statusName: string;
  date: string;
  url: string;
}

/**
 * The time in ms that an officer must stay on the case before related documents are requested, because the service records in its audit log who was looked up.
 */
const afterMs = 600;
const shownAtOnce = 5;

/** Earlier documents of the same person or vehicle. Renders nothing if there are none. */
export function Related({ kind, id }: { kind: string; id: string }) {
  const kit = useKitText();
  const format = useFormat();
  const api = useApi();
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: ['related', kind, id],
    queryFn: ({ signal }) => api.get<ListResult<RelatedRecord>>(`${documentPath(kind, id)}/related`, { signal }),
    enabled: stayed,
    staleTime: 60_000,
    retry: false,
  });
  const records = data?.records ?? [];
  if (records.length === 0) return null;
  return (
    <Card title={kit('work.related', { count: data?.totalRecords ?? records.length })}>
      <ul className="govuk-list portal-related-cases">
        {records.slice(0, shownAtOnce).map((record) => (
          <li key={record.id}>
            <Link className="govuk-link" to={record.url}>
              {record.reference}
            </Link>{' '}
            <span className="portal-muted">
              {format.shortDate(record.date)} · {record.statusName}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
