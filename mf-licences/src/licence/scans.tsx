import { useCatalogue } from '@portal/web-kit';
import { AttachmentTable } from '@portal/web-kit/media';
import { licenceBinder } from 'svc-licences/contract';

/** The scanned documents of an application. */
export function Scans({ editable }: { editable: boolean }) {
  const { records } = useCatalogue('scanned-documents');
  const codes = records.filter((record) => !record.binder || record.binder === licenceBinder);
  return <AttachmentTable name="medias" scope="professional" readOnly={!editable} deletable={editable} codes={codes} />;
}
