import { useCatalogue } from '@portal/web-kit';
import { AttachmentTable } from '@portal/web-kit/media';
import { type MediaRow, scansDeletable, scansReplaceable, type TripDocument, type TripMode, tripBinder } from 'svc-trips/contract';

const isUploaded = (row: MediaRow): row is MediaRow & { uid: string } => Boolean(row.uid);

/** Scanned documents. A file can be deleted until the trip is registered, and replaced afterwards. */
export function Scans({
  trip,
  mode,
  editable,
  scope,
  kept,
}: {
  trip: Partial<TripDocument>;
  mode: TripMode;
  editable: boolean;
  scope: string;
  kept: readonly MediaRow[];
}) {
  const types = useCatalogue('attachment-types');
  const codes = types.records.filter((record) => !record.binder || record.binder === tripBinder);
  return (
    <AttachmentTable
      name="medias"
      scope={scope}
      readOnly={!editable}
      deletable={editable && (scansDeletable(mode, trip) || scansReplaceable(mode, trip))}
      kept={scansReplaceable(mode, trip) ? kept.filter(isUploaded) : []}
      codes={codes}
      listState={types}
    />
  );
}
