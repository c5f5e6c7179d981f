import {
  addTexts,
  asProblem,
  Button,
  type ListResult,
  LoadingPanel,
  NotificationBanner,
  PublicPage,
  problemErrors,
  SignInNeeded,
  SimpleTable,
  useFormat,
  useLanguage,
  useQueries,
  useSession,
  useText,
} from '@portal/web-kit';
import { useState } from 'react';
import { shellApi } from '../areas/clients.ts';
import { texts } from './sessions.texts.ts';

addTexts('shell', texts);

interface OwnSession {
  id: string;
  here: boolean;
  device: string | null;
  signedInAt: string;
  seenAt: string;
}

const sessions = shellApi('/auth/sessions');

/** Lists where the person is signed in. Each session can be ended here. */
function Sessions() {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const { signOut } = useSession();
  const [busy, setBusy] = useState('');
  const [ended, setEnded] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [answer] = useQueries({
    queries: [
      { queryKey: ['own sessions'], queryFn: ({ signal }: { signal: AbortSignal }) => sessions.get<ListResult<OwnSession>>('', { signal }), staleTime: 0 },
    ],
  });
  const act = async (id: string, work: () => Promise<unknown>) => {
    setBusy(id);
    setFailure(undefined);
    setEnded(false);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy('');
    }
  };
  const end = (id: string) =>
    act(id, async () => {
      // Ignore a 404: the session has ended already, which is what the user wants.
      await sessions.delete(`/${encodeURIComponent(id)}`).catch((error: unknown) => {
        if (asProblem(error).status !== 404) throw error;
      });
      setEnded(true);
      await answer.refetch();
    });
  const problem = failure ?? answer.error;
  return (
    <PublicPage title="sessions.title" back="/my">
      <p className="govuk-body-l">{text('sessions.lead')}</p>
      {ended ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-body">{text('sessions.ended')}</p>
        </NotificationBanner>
      ) : null}
      <div role="alert">{problem ? <p className="govuk-error-message">{problemErrors(problem, language)[0]?.message}</p> : null}</div>
      {answer.isPending ? <LoadingPanel /> : null}
      {answer.data ? (
        <SimpleTable
          caption="sessions.list"
          captionHidden
          rows={answer.data.records}
          rowKey={({ id }) => id}
          columns={[
            { title: 'sessions.device', render: ({ device }) => (device ? <bdi lang="en">{device}</bdi> : text('sessions.unknown')) },
            { title: 'sessions.signedIn', render: ({ signedInAt }) => format.dateTime(signedInAt) },
            { title: 'sessions.seen', render: ({ here, seenAt }) => (here ? <strong>{text('sessions.here')}</strong> : format.dateTime(seenAt)) },
            {
              title: 'sessions.decision',
              render: ({ id, here, device, signedInAt }) =>
                here ? null : (
                  <Button variant="secondary" small busy={busy === id} onClick={() => end(id)}>
                    {text('sessions.end')}
                    <span className="govuk-visually-hidden">
                      {' '}
                      {text('sessions.of', { device: device ?? text('sessions.unknown'), since: format.dateTime(signedInAt) })}
                    </span>
                  </Button>
                ),
            },
          ]}
        />
      ) : null}
      <Button variant="warning" busy={busy === 'all'} onClick={() => act('all', () => signOut({ everywhere: true }))}>
        {text('sessions.endAll')}
      </Button>
    </PublicPage>
  );
}

export default function SessionsPage() {
  const text = useText();
  const { user, loading } = useSession();
  if (loading) return <LoadingPanel />;
  return user ? <Sessions /> : <SignInNeeded text={text('sessions.signIn')} />;
}
