/** The public register lookup: four required criteria, and the columns it may show. */

import { L } from '@portal/contract-kit';

/** The English messages are part of the published contract; the Portuguese ones are translations. */
export const finderFields = [
  { name: 'holderName', operation: 'CONTAINS', dataType: 'TEXT', message: L('Please enter Full Name', 'Indique o nome completo') },
  { name: 'birthDate', operation: 'EQ', dataType: 'DATE', message: L('Please enter Birth Date', 'Indique a data de nascimento') },
  { name: 'indentityCode', operation: 'EQ', dataType: 'TEXT', message: L('Please select Indentity Type', 'Selecione o tipo de identificação') },
  { name: 'holderCode', operation: 'EQ', dataType: 'TEXT', message: L('Please Enter Holder Code', 'Indique o código do titular') },
] as const;

export const finderColumns = [
  'serialReference.date',
  'serialReference.reference',
  'holderName',
  'indentityName',
  'holderCode',
  'beginDate',
  'endDate',
  'documentStatus',
] as const;

/** A row of the finder. The staff list returns it with more columns. */
export interface LicenceFinderRow {
  id: string;
  serialReference: { date: string; reference: string };
  holderName: string;
  indentityName: string;
  holderCode: string;
  beginDate?: string;
  endDate?: string;
  documentStatus: string;
}
