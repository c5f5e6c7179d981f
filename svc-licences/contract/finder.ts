/** The public register lookup: four criteria, all needed, and the columns it may show. */

/** Published messages; they are the same in every language of the finder's inputs. */
export const finderFields = [
  { name: 'holderName', operation: 'CONTAINS', dataType: 'TEXT', message: 'Please enter Full Name' },
  { name: 'birthDate', operation: 'EQ', dataType: 'DATE', message: 'Please enter Birth Date' },
  { name: 'indentityCode', operation: 'EQ', dataType: 'TEXT', message: 'Please select Indentity Type' },
  { name: 'holderCode', operation: 'EQ', dataType: 'TEXT', message: 'Please Enter Holder Code' },
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

/** What the finder says when nothing matches, and when it could not look. */
export const finderNothing = 'No Records Found';
export const finderFailed = 'Error Occurred while searching for record(s), Please Try again !!!';

/** A row of the finder, and of the staff list where it has more. */
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
