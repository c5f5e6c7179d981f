import { useCatalogue } from '@portal/web-kit';
import { type Attachment, AttachmentTable } from '@portal/web-kit/media';
import { type LicenceMedia, licenceBinder } from 'svc-licences/contract';

/** The scans of stored documents. */
export interface StoredScans {
  /** The scans of the registered document. They can be replaced but not deleted. */
  kept?: readonly LicenceMedia[];
  /** The scans of the licence that is renewed. The renewal may leave them out, but that licence keeps them. */
  held?: readonly LicenceMedia[];
}

/** The scanned documents of an application. */
export function Scans({ editable, kept, held }: { editable: boolean } & StoredScans) {
  const types = useCatalogue('scanned-documents');
  const codes = types.records.filter((record) => !record.binder || record.binder === licenceBinder);
  return (
    <AttachmentTable
      name="medias"
      scope="professional"
      readOnly={!editable}
      deletable={editable}
      kept={kept as readonly Attachment[] | undefined}
      held={held as readonly Attachment[] | undefined}
      codes={codes}
      listState={types}
    />
  );
}
