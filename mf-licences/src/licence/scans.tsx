import { useCatalogue } from '@portal/web-kit';
import { type Attachment, AttachmentTable } from '@portal/web-kit/media';
import { type LicenceMedia, licenceBinder } from 'svc-licences/contract';

/** The scanned documents of an application. @param kept files of the registered document: they can be replaced but not deleted */
export function Scans({ editable, kept }: { editable: boolean; kept: readonly LicenceMedia[] }) {
  const types = useCatalogue('scanned-documents');
  const codes = types.records.filter((record) => !record.binder || record.binder === licenceBinder);
  return (
    <AttachmentTable
      name="medias"
      scope="professional"
      readOnly={!editable}
      deletable={editable}
      kept={kept as readonly Attachment[]}
      codes={codes}
      listState={types}
    />
  );
}
