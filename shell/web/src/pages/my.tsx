import {
  addTexts,
  Button,
  ButtonGroup,
  ButtonLink,
  EmptyState,
  Heading,
  Link,
  LoadingPanel,
  PublicPage,
  prefilledFormAddress,
  SignInNeeded,
  StatusTag,
  SummaryList,
  useDownload,
  useFormat,
  useSession,
  useText,
} from '@portal/web-kit';
import { useState } from 'react';
import { shellApi } from '../areas/clients.ts';
import { type AreaKind, kindsOf } from '../layout/staff-menu.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { WaitingNoticeLoader } from '../offline/waiting-notice-loader.tsx';
import { AskForErasure, ErasureAnswer } from './ask-for-erasure.tsx';
import { texts } from './my.texts.ts';
import { useOwnDocuments } from './own-documents.ts';
import type { Own } from './own-order.ts';

addTexts('shell', texts);

function Document({ own, onErase }: { own: Own; onErase: () => void }) {
  const text = useText();
  const format = useFormat();
  const { title, reference, name, documentStatus, statusLabel, createdAt, nextStep, waitsForApplicant, screen, words, erasure } = own.document;
  const which = <span className="govuk-visually-hidden"> {text('my.of', { title, reference: reference ?? name })}</span>;
  return (
    <li className="shell-my__item">
      <Heading>
        {title} <span className="shell-reference">{reference ?? text('my.draft')}</span>
      </Heading>
      <p className="govuk-body">{name}</p>
      <SummaryList
        compact
        rows={[
          { label: 'my.status', value: <StatusTag status={documentStatus} label={statusLabel} /> },
          ...(nextStep ? [{ label: waitsForApplicant ? 'my.nextYours' : 'my.next', value: waitsForApplicant ? <strong>{nextStep}</strong> : nextStep }] : []),
          { label: reference ? 'my.created' : 'my.begun', value: format.date(createdAt) },
          ...(erasure ? [{ label: 'my.erasure', value: <ErasureAnswer request={erasure} /> }] : []),
        ]}
      />
      <ButtonGroup>
        <ButtonLink to={screen} variant={reference ? 'secondary' : 'primary'} small>
          {text(reference ? 'my.open' : 'my.continue')}
          {which}
        </ButtonLink>
        {reference && own.from.kind.takenOverBy ? (
          <Link className="govuk-link" to={prefilledFormAddress(own.from.kind.takenOverBy.path, own.document.id)}>
            {text(own.from.kind.takenOverBy.title)}
            {which}
          </Link>
        ) : null}
        {words ? (
          <Link className="govuk-link" to={`${screen}#thread`}>
            {text('my.words', { count: words })}
            {which}
          </Link>
        ) : null}
        {erasure?.state === 'OPEN' ? null : (
          <Button variant="link" onClick={onErase}>
            {text('my.erase')}
            {which}
          </Button>
        )}
      </ButtonGroup>
    </li>
  );
}

const formats = ['json', 'pdf'] as const;

/** Buttons that download a copy of everything that one service stores about the person. */
function Export({ from: { area, kind } }: { from: AreaKind }) {
  const text = useText();
  const { download, busy, failed, preparing } = useDownload(shellApi(area.api));
  return (
    <li>
      {formats.map((format) => (
        <Button
          key={format}
          variant="link"
          busy={busy}
          onClick={() => download({ url: `${kind.path}/mine/export?format=${format}` }, `${kind.roles}.${format}`)}
        >
          {text('my.exportIn', { kind: text(kind.title), format: format.toUpperCase() })}
        </Button>
      ))}
      <span role="status">{busy ? text(preparing ? 'action.preparing' : 'action.downloading') : ''}</span>
      <span role="alert">{failed ? <span className="govuk-error-message">{text('errors.download')}</span> : null}</span>
    </li>
  );
}

/** Lists the documents that a signed-in person has registered in all areas, with the next step of each, and ways to export or erase them. */
export default function MyPage() {
  const text = useText();
  const registry = useRegistry();
  const { user, loading } = useSession();
  const kinds = kindsOf(registry?.areas ?? []);
  const mine = useOwnDocuments(kinds, user !== null);
  const [erasing, setErasing] = useState<Own>();
  if (loading || !registry) return <LoadingPanel />;
  if (!user)
    return (
      <>
        <SignInNeeded text={text('my.signIn')} />
        <WaitingNoticeLoader />
      </>
    );
  const kept = kinds.filter(({ area, kind }) => mine.own.some(({ from }) => from.area.api === area.api && from.kind.path === kind.path));
  return (
    <PublicPage title="my.title" back="/">
      <p className="govuk-body-l">{text('my.lead')}</p>
      <WaitingNoticeLoader />
      {mine.down.map(({ from }) => (
        <div key={from.kind.path} className="govuk-inset-text" role="alert">
          <p className="govuk-body">{text('my.down', { kind: text(from.kind.title) })}</p>
          <Button variant="secondary" small onClick={mine.reload}>
            {text('area.retry')}
          </Button>
        </div>
      ))}
      {mine.loading ? <LoadingPanel /> : null}
      {mine.own.length > 0 ? (
        <ul className="shell-my">
          {mine.own.map((own) => (
            <Document key={own.document.id} own={own} onErase={() => setErasing(own)} />
          ))}
        </ul>
      ) : mine.loading || mine.down.length > 0 ? null : (
        <EmptyState title="my.empty">
          <p className="govuk-body">
            {text('my.emptyMore')}{' '}
            <Link className="govuk-link" to="/">
              {text('area.home')}
            </Link>
          </p>
        </EmptyState>
      )}
      {kept.length > 0 ? (
        <>
          <Heading>{text('my.export')}</Heading>
          <p className="govuk-body">{text('my.exportMore')}</p>
          <ul className="govuk-list shell-my__exports">
            {kept.map((from) => (
              <Export key={from.kind.path} from={from} />
            ))}
          </ul>
        </>
      ) : null}
      {erasing ? (
        <AskForErasure
          own={erasing}
          onClose={() => {
            setErasing(undefined);
            mine.reload();
          }}
        />
      ) : null}
    </PublicPage>
  );
}
