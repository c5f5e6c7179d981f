import { fieldAt, recordOf } from '@portal/contract-kit';
import { eq, type Label, RequireRole, StatusTag } from '@portal/web-kit';
import { chassisLetters, DocumentList, type ListFilter, nameLetters, plateLetters, referenceDigits, wordLetters } from '@portal/web-kit/staff';
import { type Movement, paths, statusLabels, TripBody } from 'svc-trips/contract';
import { t } from './texts.ts';
import { searchLink, staffBase, type TripListRow, tripPath } from './trip.api.ts';

const read = 'triptic-trip-read';
const search = 'triptic-trip-search';
const label = (path: string): Label => fieldAt(TripBody, path)?.label ?? path;

const movements = ['E', 'I'] as const;
const statusesOf = (movement: Movement | undefined) => {
  const onPaths = (movement ? [movement] : movements).flatMap((each) => paths[each].map((step) => step.status));
  return [...new Set(['STORED' as const, ...onPaths, 'TERMINATED' as const])].map((code) => recordOf(code, statusLabels[code]));
};
const titles = { E: t.outboundList, I: t.inboundList, all: t.allList };
const fileNames = { E: 'outbound-trips.csv', I: 'inbound-trips.csv', all: 'trips.csv' };

const text = (field: string, operations: ListFilter['operations'], name: Label = label(field)): ListFilter => ({
  field,
  label: name,
  dataType: 'TEXT',
  operations,
  type: 'text',
});
const filtersOf = (movement: Movement | undefined): ListFilter[] => [
  { ...text('serialReference.reference', ['EQ', 'BEGINS'], t.reference), leastDigits: referenceDigits },
  { field: 'documentStatus', label: t.status, dataType: 'TEXT', operations: ['IN', 'EQ', 'NEQ'], type: 'select', records: statusesOf(movement) },
  { ...text('vehicleNumber', ['EQ', 'BEGINS']), leastLetters: plateLetters },
  { ...text('chasisNumber', ['EQ', 'BEGINS']), leastLetters: chassisLetters },
  { ...text('name', ['CONTAINS'], t.ownerOrDriver), leastLetters: wordLetters },
  { ...text('ownerName', ['BEGINS', 'EQ']), leastLetters: nameLetters },
  { ...text('driverName', ['BEGINS', 'EQ']), leastLetters: nameLetters },
  text('identityNumber', ['EQ']),
  { field: 'crossCode', label: label('crossCode'), dataType: 'TEXT', operations: ['EQ', 'IN'], type: 'select', catalogue: 'entry-points' },
  { field: 'entryDate', label: label('entryDate'), dataType: 'DATE', operations: ['EQ', 'GTE', 'LTE'], type: 'date', orders: true },
  { field: 'expectedDate', label: label('expectedDate'), dataType: 'DATE', operations: ['EQ', 'GTE', 'LTE'], type: 'date', orders: true },
];

/** The officer's list of the trips of one movement, or of both, newest first. @param loadDocumentScreen loads the screen of the case that is opened next */
export default function TripListScreen({ movement, loadDocumentScreen }: { movement?: Movement; loadDocumentScreen?(): Promise<unknown> }) {
  return (
    <RequireRole anyOf={[read, search]}>
      <DocumentList<TripListRow>
        title={titles[movement ?? 'all']}
        api="/api/trips"
        search="/v1/triptic/trip/search"
        columns={[
          { field: 'serialReference.reference', title: t.reference, width: 23, link: (row) => `${staffBase}/view/${row.id}` },
          {
            field: 'documentStatus',
            title: t.status,
            width: 27,
            render: (row) => <StatusTag status={row.documentStatus} label={row.documentStatus && statusLabels[row.documentStatus]} />,
          },
          { field: 'serialReference.date', title: t.date, type: 'date', optional: true },
          { field: 'vehicleNumber', title: t.vehicleColumn, width: 12, sortBy: 'vehicleNumber' },
          { field: 'ownerName', title: t.ownerColumn, width: 21, sortBy: 'ownerName' },
          { field: 'driverName', title: t.driverColumn, width: 21, sortBy: 'driverName' },
          { field: 'entryDate', title: label('entryDate'), head: t.entryHead, type: 'date', width: 12, sortBy: 'entryDate' },
          { field: 'expectedDate', title: label('expectedDate'), head: t.returnHead, type: 'date', width: 13, sortBy: 'expectedDate' },
          {
            field: 'documentDetails.name',
            title: t.applyingFor,
            width: 14,
            // Optional, because nearly all trips have the same permit.
            optional: true,
            render: (row) => [row.documentDetails?.name, row.subDocumentDetails?.name].filter(Boolean).join(', '),
          },
          // Optional, because most names of border posts begin alike: a shortened name says nothing, and a full name takes the space of two columns.
          { field: 'crossName', title: label('crossCode'), head: t.crossHead, width: 30, optional: true },
        ]}
        filters={filtersOf(movement)}
        preset={movement ? [eq('documentDetails.movement', movement)] : []}
        readRoles={[read]}
        searchRoles={[search]}
        history={(row) => `${tripPath(row.id)}/history`}
        links={[
          ...(movement
            ? [
                {
                  to: `${staffBase}/${movement === 'E' ? 'outbound' : 'inbound'}`,
                  label: movement === 'E' ? t.newOutbound : t.newInbound,
                  roles: ['triptic-trip-submit'],
                },
              ]
            : []),
          ...movements.filter((other) => other !== movement).map((other) => ({ to: searchLink(other), label: titles[other], roles: [search] })),
        ]}
        bulk={{ validation: {}, 'return-validation': {} }}
        csvName={fileNames[movement ?? 'all']}
        loadDocumentScreen={loadDocumentScreen}
      />
    </RequireRole>
  );
}
