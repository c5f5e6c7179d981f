import type { Bilingual, OfferedAction } from '@portal/contract-kit';
import {
  actionFor,
  Button,
  ButtonLink,
  ConfirmDialog,
  documentPath,
  forgetIdempotencyKey,
  LaneChip,
  Link,
  PendingPage,
  performAction,
  problemErrors,
  QrPage,
  StatusTag,
  showAnswer,
  useApi,
  useDocument,
  useFormat,
  useLanguage,
  useParams,
  useQueryClient,
  useText,
} from '@portal/web-kit';
import { useKeptForJourney } from '@portal/web-kit/forms';
import { useRef, useState } from 'react';
import { type DeclarationGroup, type GroupMember, isDecided } from 'svc-declarations/contract';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import { t } from './texts.ts';

/** Returns the API path of the groups of a kind of declaration. */
export const groupsOf = (kind: DeclarationKind): string => `${kind.path}/group`;

/** Returns the name of the form that adds a person to a group: of its draft, and of the call that it sends once. */
export const addFormOf = (kind: DeclarationKind, group: string): string => `${kind.word}-group-add-${group}`;

/** The page that a group presents at the border: one code for all members, and a link to the own code of each one. */
export function GroupScreen({ kind }: { kind: DeclarationKind }) {
  const { id = '' } = useParams();
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const api = useApi();
  const cache = useQueryClient();
  const loaded = useDocument<DeclarationGroup>(groupsOf(kind), id);
  useKeptForJourney(documentPath(groupsOf(kind), id), loaded.data, true);
  const [asked, setAsked] = useState<GroupMember>();
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState<Bilingual>();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!loaded.data) return <PendingPage title={t.registered} back={kind.publicBase} query={loaded} />;
  const { model, actions } = loaded.data;
  const { name, size, flightNumber, travelDate, over, members, serialReference } = model;
  const download = actionFor(actions, 'print-form', 'view');
  const leave = actionFor(actions, 'leave', 'view');
  const takeOut = async (action: OfferedAction, member: GroupMember) => {
    setAsked(undefined);
    setFailure(undefined);
    setDone(undefined);
    // A person who is added again after this is added by another call, also if the answer to the first one was lost.
    forgetIdempotencyKey(addFormOf(kind, model.id));
    try {
      showAnswer(cache, groupsOf(kind), await performAction<DeclarationGroup>(api, action, { version: model.version, members: [member.id] }));
      setDone(t.takenOut(member.name));
      // The row that had the focus is gone.
      heading.current?.focus();
    } catch (error) {
      setFailure(error);
      void loaded.refetch();
    }
  };
  return (
    <QrPage
      title={t.registered}
      qrUrl={`${documentPath(groupsOf(kind), id)}/qr`}
      reference={serialReference.reference}
      caption={t.caption}
      note={over ? undefined : t.next[0]}
      next={over ? [] : t.next.slice(1)}
      add={kind.publicBase}
      owner={name}
      facts={[text(t.persons(size)), flightNumber, travelDate && format.date(travelDate)]}
      download={download && { method: download.method, url: download.url }}
      fileName={() => `${serialReference.reference}.pdf`}
      kept={loaded.data.kept}
      errors={failure ? problemErrors(failure, language) : []}
    >
      <h2 className="govuk-heading-m" ref={heading} tabIndex={-1}>
        {text(t.people)}
      </h2>
      <div role="status">{done ? <p className="govuk-body">{text(done)}</p> : null}</div>
      <ol className="govuk-list portal-people">
        {members.map((member) => (
          <li key={member.id} data-each className="portal-people__row">
            <div>
              <strong>{member.name}</strong>
              <br />
              {member.lane ? <LaneChip lane={member.lane} /> : null}{' '}
              {member.lane && !isDecided(member.documentStatus) ? null : <StatusTag status={member.documentStatus} />}
              <div className="portal-muted">{member.reference}</div>
              {member.answeredBy ? <div className="portal-muted">{text(t.answeredFor(member.answeredBy))}</div> : null}
            </div>
            <div className="portal-people__actions portal-no-print">
              <Link className="govuk-link" to={`${kind.publicBase}/qr/${member.id}`}>
                {text(t.ownCode)}
                <span className="govuk-visually-hidden"> {member.name}</span>
              </Link>
              {leave && member.documentStatus === 'CREATED' ? (
                <Button variant="link" onClick={() => setAsked(member)}>
                  {text(t.takeOut)}
                  <span className="govuk-visually-hidden"> {member.name}</span>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {actionFor(actions, 'members', 'view') ? (
        <ButtonLink to={`${kind.publicBase}/group/${id}/add`} variant="secondary">
          {text(t.add)}
        </ButtonLink>
      ) : null}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => leave && asked && takeOut(leave, asked)}
        title={t.takeOutOf(asked?.name ?? '')}
        confirmLabel={t.takeOut}
        variant="warning"
      >
        <p className="govuk-body">{text(t.takeOutText)}</p>
      </ConfirmDialog>
    </QrPage>
  );
}
