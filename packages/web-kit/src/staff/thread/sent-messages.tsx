import type { ListResult } from '@portal/contract-kit';
import { useApi } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { Card } from '../../components/content.tsx';
import type { Tone } from '../../components/status.ts';
import { Tag } from '../../components/tags.tsx';
import { documentPath } from '../../document/use-document.ts';
import { useFormat } from '../../language/format.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useQuery } from '../../query.ts';
import { background } from '../../session/session-store.ts';

interface SentMessage {
  id: string;
  label: string;
  channel: 'email' | 'sms';
  to: string;
  createdAt: string;
  state: 'WAITING' | 'SENT' | 'FAILED' | 'RETURNED' | 'DISMISSED';
  sentAt: string | null;
  reason: string | null;
}

const tones: Record<SentMessage['state'], Tone> = { WAITING: 'amber', SENT: 'green', FAILED: 'red', RETURNED: 'red', DISMISSED: 'red' };

/**
 * The messages that were sent about a case, when, and whether they arrived; for officers. Addresses are masked, so that only their owner can recognise them.
 */
export function SentMessages({ kind, id, version }: { kind: string; id: string; version: number }) {
  const text = useKitText();
  const { language } = useLanguage();
  const { dateTime } = useFormat();
  const api = useApi();
  const { data, error } = useQuery({
    // The key contains the version, because an action on the case may send another message.
    queryKey: ['messages', kind, id, version, language],
    queryFn: ({ signal }) => api.get<ListResult<SentMessage>>(`${documentPath(kind, id)}/messages`, { signal, headers: background }),
    staleTime: 0,
  });
  if (error && asProblem(error).status < 500) return null;
  const records = data?.records ?? [];
  return (
    <div className="portal-no-print">
      <Card title={text('messages.title')} id="messages">
        {data && records.length === 0 ? <p className="govuk-body">{text('messages.empty')}</p> : null}
        {error ? <p className="govuk-body">{text('messages.away')}</p> : null}
        <ol className="portal-thread">
          {records.map(({ id: key, label, channel, to, createdAt, state, sentAt, reason }) => (
            <li className="portal-thread__entry" key={key}>
              <p className="portal-thread__head">
                <strong>{label}</strong> <Tag tone={tones[state]}>{text(`messages.${state}`)}</Tag>
              </p>
              <p className="portal-thread__words">
                {text(`messages.${channel}`, { to })} · <time dateTime={`${sentAt ?? createdAt}Z`}>{dateTime(sentAt ?? createdAt)}</time>
              </p>
              {reason ? <p className="govuk-hint portal-thread__words">{text('messages.reason', { reason })}</p> : null}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}
