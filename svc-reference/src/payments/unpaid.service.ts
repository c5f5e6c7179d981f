import { Injectable } from '@nestjs/common';
import { L, type Unpaid } from '@portal/contract-kit';
import {
  Audit,
  AuditedList,
  Clock,
  Database,
  dateTime,
  integerField,
  nameField,
  numberField,
  type RowList,
  type SearchFields,
  sortable,
  textField,
  timeField,
} from '@portal/service-kit';
import { InvoiceRow } from '../database/payment.entities.ts';

const fields: SearchFields = {
  reference: sortable(numberField('reference')),
  payer: sortable(nameField('payer')),
  total: sortable(integerField('unpaid')),
  since: sortable(timeField('unpaidSince')),
  documentCode: textField('documentCode'),
  currencyCode: textField('currencyCode'),
};

const publish = ({ documentCode, year, serial, number, reference, payer, unpaid, currencyCode, unpaidSince }: InvoiceRow): Unpaid => ({
  documentCode,
  year,
  serial,
  number,
  reference,
  payer,
  total: unpaid ?? 0,
  currencyCode,
  since: unpaidSince ? dateTime(unpaidSince) : '',
});

const columns: RowList<InvoiceRow, Unpaid>['columns'] = [
  ['reference', L('Document', 'Documento'), (row) => row.reference],
  ['payer', L('Payer', 'Pagador'), (row) => row.payer],
  ['since', L('To pay since (UTC)', 'Por pagar desde (UTC)'), (row) => row.since],
  ['total', L('Amount due (minor units)', 'Montante devido (menor unidade da moeda)'), (row) => row.total],
  ['currencyCode', L('Currency', 'Moeda'), (row) => row.currencyCode],
];
/** The work list of the cashier: every document for which a payment is due now, as announced by the services. */
@Injectable()
export class UnpaidDocuments extends AuditedList<InvoiceRow, Unpaid> {
  constructor(db: Database, clock: Clock, audit: Audit) {
    super(db, clock, audit, {
      kind: 'invoice',
      entity: InvoiceRow,
      key: 'documentId',
      newestBy: 'unpaidSince',
      fields,
      columns,
      publish,
      within: (query) => query.andWhere('d.unpaidSince is not null'),
    });
  }
}
