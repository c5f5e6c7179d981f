import { type DocumentActionEntry, type DocumentEnvelope, fullName, type OfferedAction } from '@portal/contract-kit';
import {
  actionFor,
  type Label,
  Link,
  lazyPart,
  PendingPage,
  QrPage,
  type QrPageProps,
  useFormat,
  useLanguage,
  useLocation,
  useParams,
  useText,
} from '@portal/web-kit';
import { FinderAccess, isFinderKey, KeepProfile, type Submitted, useKeptForJourney } from '@portal/web-kit/forms';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { isOver } from 'svc-declarations/contract';
import { type DeclarationKind, declarationPath, mediaScope, useDeclaration } from './declaration.api.ts';
import { detailsToKeep } from './kept-fields.ts';
import { shared } from './texts.ts';

/** Few travellers have messages from the office, so the conversation is lazy loaded. */
const Thread = lazyPart(() => import('@portal/web-kit/staff').then(({ Thread }) => ({ default: Thread })));

interface Person {
  id: string;
  version: number;
  actions?: readonly DocumentActionEntry[];
  serialReference: { reference: string };
  firstName?: string;
  lastName?: string;
  flightNumber?: string;
  groupId?: string;
}

interface DeclarationQrProps<Model> {
  kind: DeclarationKind;
  title: Label;
  /** Title after the traveller has changed the declaration. */
  changedTitle: Label;
  /** Note below the code. It names the authority, so it is computed again when the language changes. */
  note: () => Label;
  changeAnswers: Label;
  /** Returns the parts of the page that differ by kind: the lane, the status, and the download. */
  show: (
    model: Model,
    actions: readonly OfferedAction[],
    id: string,
  ) => Pick<QrPageProps, 'lane' | 'laneHelp' | 'status' | 'download' | 'fileName'> & { date?: string };
  /** Texts that tell the traveller what happens next. They are shown after the code, like the note, until it is over (`isOver`). */
  next: readonly Label[];
  /** Content after the traveller's own links. */
  children?: ReactNode;
}

/** The page that the traveller presents at the border, with the code and the reference. */
export function DeclarationQr<Model extends Person>({ kind, title, changedTitle, note, changeAnswers, show, next, children }: DeclarationQrProps<Model>) {
  const { id = '' } = useParams();
  const text = useText();
  useLanguage();
  const format = useFormat();
  const opened = isFinderKey(id);
  const isChanged = useIsChanged();
  const loaded = useDeclaration<Model>(kind, id);
  useKeptForJourney(declarationPath(kind, id), loaded.data, !opened);
  if (!loaded.data) {
    return (
      <PendingPage title={title} back={kind.publicBase} query={loaded}>
        {opened ? (
          <p className="govuk-body">
            <Link className="govuk-link" to={`${kind.publicBase}/search`}>
              {text(shared.findAgain)}
            </Link>
          </p>
        ) : null}
      </PendingPage>
    );
  }
  const { model, actions } = loaded.data;
  const { date, ...shown } = show(model, actions, id);
  const over = isOver(shown.status);
  return (
    <QrPage
      title={isChanged ? changedTitle : title}
      qrUrl={`${declarationPath(kind, id)}/qr?code=seal`}
      reference={model.serialReference.reference}
      note={over ? undefined : note()}
      add={kind.publicBase}
      owner={fullName(model)}
      facts={[model.flightNumber, date && format.date(date)]}
      next={over ? [] : next}
      kept={loaded.data.kept}
      {...shown}
    >
      <FinderAccess id={id} find={`${kind.path}/find`} searchPage={`${kind.publicBase}/search`} to={(own) => `${kind.publicBase}/qr/${own}`} />
      {model.groupId ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={`${kind.publicBase}/group/${model.groupId}`}>
            {text(shared.groupCode)}
          </Link>
        </p>
      ) : null}
      {actionFor(actions, 'update', 'update') ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={`${kind.publicBase}?id=${encodeURIComponent(id)}`}>
            {text(changeAnswers)}
          </Link>
        </p>
      ) : null}
      <Words kind={kind} envelope={loaded.data} />
      {opened ? null : <KeepProfile values={() => detailsToKeep(model as object as Record<string, unknown>)} />}
      {children}
    </QrPage>
  );
}

/**
 * Returns whether the traveller has just changed the declaration. The prerendered HTML cannot contain this, so it is read after hydration, before the browser
 * paints.
 */
function useIsChanged(): boolean {
  const { state } = useLocation();
  const [isChanged, setChanged] = useState(false);
  useLayoutEffect(() => setChanged((state as Submitted | null)?.done === 'update'), [state]);
  return isChanged;
}

/** The conversation with the office. It is left out of the first render, because the prerendered HTML is made before its document is known. */
function Words<Model extends Person>({ kind, envelope }: { kind: DeclarationKind; envelope: DocumentEnvelope<Model> }) {
  const [isTakenOver, setTakenOver] = useState(false);
  useEffect(() => setTakenOver(true), []);
  if (!isTakenOver || !(envelope.model.actions ?? []).some(({ details }) => details)) return null;
  return (
    <div className="portal-no-print">
      <Thread kind={kind.path} envelope={envelope} scope={mediaScope} />
    </div>
  );
}
