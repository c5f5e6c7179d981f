import { InsetText, Link, NotFound, Pending, RequireRole, useParams, useSearchParams, useSession, useText } from '@portal/web-kit';
import { Desk, DocumentPage, OpeningCase, PrintButton, useKeepList } from '@portal/web-kit/staff';
import { memo } from 'react';
import { type Movement, statusLabels, type TripMode } from 'svc-trips/contract';
import TripListScreen from './list.screen.tsx';
import { t } from './texts.ts';
import { allLink, mediaScopeIn, modeInAddress, modeOf, searchLink, staffBase, type TripEnvelope, tripKind, useTrip } from './trip.api.ts';
import { useTripDocument } from './use-trip-document.tsx';

const entering = ['triptic-trip-submit'];
const reading = ['triptic-trip-read'];
const searching = ['triptic-trip-search'];

/** A trip, or its row in a list. */
type Named = { vehicleNumber?: string };

/** Lists from which a trip is opened. */
const lists = {
  [searchLink('E')]: <TripListScreen movement="E" />,
  [searchLink('I')]: <TripListScreen movement="I" />,
  [allLink]: <TripListScreen />,
};

/** Shows a trip to officers, in the mode that the address names; `new` starts a new one. */
export default function TripDocumentScreen({ mode: given, movement }: { mode?: TripMode; movement?: Movement }) {
  const { mode: inAddress = '', id, ver } = useParams();
  const [params] = useSearchParams();
  const mode = given ?? modeOf(inAddress);
  if (!mode || mode === 'register' || (mode === 'new' && id)) return <NotFound />;
  return (
    <RequireRole anyOf={mode === 'new' ? entering : [...reading, ...entering]}>
      <Desk
        kind={tripKind}
        base={staffBase}
        mode={modeInAddress(mode)}
        lists={lists}
        draw={(other, inMode) => {
          const version = other === id ? ver : undefined;
          return (
            <Loaded
              key={`${inMode}/${other ?? movement ?? ''}/${version ?? ''}`}
              mode={modeOf(inMode) ?? mode}
              id={other}
              ver={version}
              movement={movement}
              mediaScope={mediaScopeIn(params)}
            />
          );
        }}
      />
    </RequireRole>
  );
}

interface LoadedProps {
  mode: TripMode;
  id?: string;
  ver?: string;
  movement?: Movement;
  mediaScope?: string;
}

const Loaded = memo(function Loaded({ mode, id, ver, movement, mediaScope }: LoadedProps) {
  const loaded = useTrip(id, ver);
  if (loaded.data)
    return (
      <Document
        mode={ver ? 'view' : mode}
        past={ver !== undefined}
        envelope={loaded.data}
        reload={() => void loaded.refetch()}
        movement={movement}
        mediaScope={mediaScope}
      />
    );
  return (
    <OpeningCase id={id} service={t.service} nameOf={(row: Named) => row.vehicleNumber} statusLabels={statusLabels} backTo={searchLink(movement)}>
      <Pending query={loaded} page />
    </OpeningCase>
  );
});

interface DocumentProps extends Omit<LoadedProps, 'id' | 'ver'> {
  envelope: TripEnvelope;
  past: boolean;
  reload(): void;
}

function Document({ mode, envelope, past, reload, movement, mediaScope }: DocumentProps) {
  const text = useText();
  const { hasAnyRole } = useSession();
  const keep = useKeepList();
  const { model } = envelope;
  const { errors, summary, panel } = useTripDocument({ envelope, mode, base: staffBase, reload, withHistory: hasAnyRole(reading), movement, mediaScope });
  const title = mode === 'new' ? (movement === 'E' ? t.newOutbound : movement === 'I' ? t.newInbound : t.newTitle) : model.vehicleNumber || t.service;
  return (
    <DocumentPage
      title={title}
      caption={model.serialReference?.reference}
      status={model.documentStatus}
      statusLabel={statusLabels[model.documentStatus]}
      backTo={mode === 'view' || mode === 'new' ? searchLink(movement ?? model.documentDetails?.movement) : `${staffBase}/view/${model.id}`}
      errors={errors}
      actions={
        <>
          {mode === 'print' ? <PrintButton /> : null}
          {hasAnyRole(searching) ? (
            <Link className="govuk-link portal-no-print" to={searchLink(movement ?? model.documentDetails?.movement)}>
              {text(t.search)}
            </Link>
          ) : null}
        </>
      }
      summary={
        <>
          {past ? (
            <InsetText>
              {text(t.pastVersion)} <strong>{`${text(t.version)} ${model.version}`}</strong>{' '}
              <Link className="govuk-link" to={keep(`${staffBase}/view/${model.id}`)}>
                {text(t.back)}
              </Link>
            </InsetText>
          ) : null}
          {summary}
          {mode === 'view' && !past && model.version > 1 ? <Versions id={model.id} latest={model.version} /> : null}
        </>
      }
      panel={past ? undefined : panel}
    />
  );
}

/** Links to the earlier versions of the document. */
function Versions({ id, latest }: { id: string; latest: number }) {
  const text = useText();
  const keep = useKeepList();
  return (
    <nav className="portal-no-print" aria-label={text(t.versions)}>
      <h2 className="govuk-heading-s">{text(t.versions)}</h2>
      <ul className="govuk-list">
        {Array.from({ length: latest - 1 }, (_, index) => latest - 1 - index).map((version) => (
          <li key={version}>
            <Link className="govuk-link" to={keep(`${staffBase}/view/${id}/${version}`)}>
              {`${text(t.version)} ${version}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
