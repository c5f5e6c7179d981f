import { fullName, L } from '@portal/contract-kit';
import { type Label, RequireRole } from '@portal/web-kit';
import { type BulkActions, DocumentList, type ListColumn, type ListFilter, nameLetters, referenceDigits, wordLetters } from '@portal/web-kit/staff';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

/** A row of the lists. */
interface DeclarationRow {
  id: string;
  firstName?: string;
  lastName?: string;
  flightDetails?: { code?: string; description?: string };
}

/** Columns that both lists use. */
export const nameColumn: ListColumn<DeclarationRow> = {
  field: 'lastName',
  title: shared.name,
  width: 22,
  sortBy: 'lastName',
  render: fullName,
};
export const entryPointColumn = (title: Label): ListColumn<DeclarationRow> => ({
  field: 'flightDetails.code',
  title,
  head: shared.entryHead,
  width: 9.5,
  render: (row) => <abbr title={row.flightDetails?.description}>{row.flightDetails?.code}</abbr>,
});

const textFilter = (field: string, label: Label, operations: ListFilter['operations']): ListFilter => ({
  field,
  label,
  dataType: 'TEXT',
  operations,
  type: 'text',
});
const codeFilter = (field: string, label: Label, catalogue: string): ListFilter => ({
  field,
  label,
  dataType: 'TEXT',
  operations: ['EQ', 'NEQ'],
  type: 'select',
  catalogue,
});

interface DeclarationListProps<Row extends DeclarationRow> {
  kind: DeclarationKind;
  title: Label;
  /** Text of the link that registers a new declaration. */
  newTitle: Label;
  /** The columns after the reference. */
  columns: ListColumn<Row>[];
  statuses: ListFilter['records'];
  /** Further filters for this kind of declaration, after the status. */
  filters?: ListFilter[];
  /** Field and label of the day of the journey. */
  date: { field: string; label: Label };
  flight: Label;
  entryPoint: Label;
  /** Actions that can be done on many declarations at once. */
  bulk: BulkActions;
  loadDocumentScreen?(): Promise<unknown>;
}

/** The officers' list of a kind of declaration with its filters, newest first. */
export function DeclarationList<Row extends DeclarationRow>({
  kind,
  title,
  newTitle,
  columns,
  statuses,
  filters = [],
  date,
  flight,
  entryPoint,
  bulk,
  loadDocumentScreen,
}: DeclarationListProps<Row>) {
  const role = (right: string) => `${kind.roleName}-declaration-${right}`;
  return (
    <RequireRole anyOf={[role('read'), role('search')]}>
      <DocumentList<Row>
        title={title}
        api="/api/declarations"
        search={`${kind.path}/search`}
        columns={[{ field: 'serialReference.reference', title: shared.reference, width: 21, link: (row) => `${kind.staffBase}/view/${row.id}` }, ...columns]}
        filters={[
          { ...textFilter('serialReference.reference', shared.reference, ['EQ', 'BEGINS']), leastDigits: referenceDigits },
          {
            field: 'documentStatus',
            label: shared.status,
            dataType: 'TEXT',
            operations: ['EQ', 'IN', 'NEQ', 'ANY'],
            type: 'select',
            records: statuses,
          },
          ...filters,
          { ...textFilter('name', shared.name, ['CONTAINS']), leastLetters: wordLetters },
          { ...textFilter('firstName', L('Given or first name', 'Nome próprio'), ['BEGINS', 'EQ']), leastLetters: nameLetters },
          { ...textFilter('lastName', L('Family or last name', 'Apelido'), ['BEGINS', 'EQ']), leastLetters: nameLetters },
          textFilter('travellerCode', L('Passport number', 'Número do passaporte'), ['EQ']),
          codeFilter('nationalityCode', L('Nationality', 'Nacionalidade'), 'countries'),
          textFilter('flightNumber', flight, ['EQ', 'BEGINS']),
          { ...date, dataType: 'DATE', operations: ['EQ', 'GTE', 'LTE', 'NEQ'], type: 'date', orders: true },
          codeFilter('entryPointCode', entryPoint, 'entry-points'),
        ]}
        readRoles={[role('read')]}
        searchRoles={[role('search')]}
        history={(row) => `${kind.path}/${row.id}/history`}
        links={[
          { to: `${kind.staffBase}/new`, label: newTitle, roles: [role('create')] },
          { to: `${kind.staffBase}/update`, label: shared.changeByReference, roles: [role('amendment')] },
          { to: '/other/traveller/scan', label: shared.scan, roles: [role('read')] },
        ]}
        bulk={bulk}
        loadDocumentScreen={loadDocumentScreen}
        csvName={`${kind.word}-declarations.csv`}
      />
    </RequireRole>
  );
}
