/** Valid bodies of every kind of document. A test changes one thing in them. */
import { aDeparture, anArrival } from 'svc-declarations/testing';
import type { Plain } from '../caller.ts';
import { day } from '../caller.ts';
import { aPassport, arrivals, departures } from '../documents.ts';

export const licences = '/api/licences/v1/professional';
export const trips = '/api/trips/v1/triptic/trip';
export const receipts = '/api/reference/v1/payment/receipt';

const aLicence = (): Plain => ({
  agencyCode: 'MOH',
  documentCode: 'MEDIB',
  subDocumentCode: 'MED-BSC',
  documentType: 'IBN',
  birthDate: '1980-02-29',
  holderCode: aPassport(),
  indentityCode: 'BI',
  holderName: 'Rita Rotas',
  holderMobile: '67077000001',
  gender: 'F',
  nationalityCode: 'TL',
});

const aTrip = (): Plain => ({
  documentDetails: { code: 'TIBE' },
  subDocumentDetails: { code: 'TIBE-PRI' },
  vehicleNumber: aPassport(),
  chasisNumber: 'JTD123',
  engineNumber: '2GD-7',
  categoryCode: 'CAR',
  manufactureYear: 2019,
  modelDetails: 'HILUX',
  engineCapacity: '2400',
  ownerName: 'Maria da Silva',
  ownerAddress: 'Rua de Dili 1',
  entryDate: day(1),
  expectedDate: day(30),
  destinationCode: 'TIBE-ATB',
  driverName: 'Joao da Silva',
  identityNumber: 'C123456',
  licenseNumber: 'DL-9',
  contactNumber: '6707700',
  localAddress: 'Rua de Dili 1',
  foreignAddress: 'Jalan Atambua 2',
  questions: [1, 2, 3, 4, 5].map((rank) => ({ id: `TIBE-Q${rank}`, accepted: false, declined: true })),
});

/** Valid bodies by the address of their kind. `who` is a user who may search the documents. */
export const documents: Record<string, { body: () => Plain; who: string }> = {
  [departures]: { body: () => aDeparture({ travellerCode: aPassport() }), who: 'border-supervisor' },
  [arrivals]: { body: () => anArrival({ travellerCode: aPassport() }), who: 'border-supervisor' },
  [licences]: { body: aLicence, who: 'licence-approver' },
  [trips]: { body: aTrip, who: 'trip-verifier' },
};

/** Returns a form with one file, as bytes. */
export function form(fileName: string, content: Buffer | string = '%PDF-1.4\n', boundary = 'x-y-z'): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
export const formType = 'multipart/form-data; boundary=x-y-z';

/** A PDF that the portal accepts. */
export const onePage =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** A PNG of one pixel. */
export const onePicture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
