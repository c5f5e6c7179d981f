import { L, type SerialReference } from '@portal/contract-kit';
import { SummaryCard, useFormat, useText } from '@portal/web-kit';
import { shared } from './texts.ts';

interface Registered {
  version: number;
  serialReference?: SerialReference;
  applicantUser?: { name?: string };
  documentCreatedAt?: string;
}

/** Shows the facts that the service adds to the document: reference, date, author and version. */
export function Facts({ model }: { model: Registered }) {
  const format = useFormat();
  const text = useText();
  return (
    <SummaryCard
      title={L('Document', 'Documento')}
      rows={[
        { label: shared.reference, value: model.serialReference?.reference },
        { label: shared.created, value: format.dateTime(model.documentCreatedAt) },
        { label: L('Created by', 'Criada por'), value: model.applicantUser?.name || text(L('The traveller', 'O viajante')) },
        { label: L('Version', 'Versão'), value: String(model.version) },
      ]}
    />
  );
}
