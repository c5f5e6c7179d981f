/** For tests only: catalogues, users and applications. */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { TestUser } from '@portal/service-kit/testing';

/** Returns catalogue records with a different name in each language. */
const names = (...codes: string[]): CatalogueRecord[] => codes.map((code) => ({ code, name: `Name of ${code}`, names: { pt: `Nome de ${code}` } }));
const triptic = (code: string, name: string, movement: 'E' | 'I', more: object = {}): CatalogueRecord => ({
  code,
  name,
  binder: 'TRIPTIC',
  agencyCode: movement === 'E' ? 'DNTT' : 'CUSTOMS',
  accessLevel: 2,
  removed: 0,
  movement,
  confirmation: movement === 'I',
  forceOnSubDocument: false,
  centerStatus: false,
  ...more,
});
const fee = (documentCode: string, stage: string, amount: number, subDocumentCode = ''): CatalogueRecord => ({
  code: [subDocumentCode || documentCode, stage.toUpperCase()].join('-'),
  name: stage === 'permit' ? 'Permit' : 'Exit control',
  names: { pt: stage === 'permit' ? 'Licença' : 'Controlo de saída' },
  documentCode,
  subDocumentCode,
  amount,
  currencyCode: 'USD',
  stage,
});

export const catalogues: Record<string, CatalogueRecord[]> = {
  documents: [
    triptic('TIBE', 'Temporary exit', 'E', { names: { pt: 'Saída temporária' } }),
    triptic('TIBG', 'Temporary exit for hire', 'E', { forceOnSubDocument: true, centerStatus: true }),
    triptic('TIBF', 'Temporary exit, free of charge', 'E'),
    triptic('TIBI', 'Temporary entry', 'I'),
    triptic('TIBD', 'Temporary entry of a diplomatic vehicle', 'I', { accessLevel: 1 }),
    triptic('TIBX', 'Paper form', 'E', { removed: 1 }),
    triptic('TOLD', 'Not for new applications', 'E'),
    { code: 'MEDIB', name: 'Medical practitioner licence', binder: 'PROFESSIONAL', agencyCode: 'MOH', accessLevel: 2, removed: 0 },
  ],
  'sub-documents': ['TIBE', 'TIBG', 'TIBF', 'TIBI', 'TIBD', 'TIBX', 'TOLD'].map((documentCode) => ({
    code: `${documentCode}-PRI`,
    name: 'Private car',
    documentCode,
  })),
  movements: [
    { code: 'E', name: 'Exports', names: { pt: 'Exportações' } },
    { code: 'I', name: 'Imports', names: { pt: 'Importações' } },
  ],
  agencies: [
    { code: 'DNTT', name: 'Land Transport Authority', names: { pt: 'Autoridade de Transportes Terrestres' } },
    { code: 'CUSTOMS', name: 'Customs', names: { pt: 'Alfândegas' } },
  ],
  'agency-centres': [
    { code: 'DNTT-DIL', name: 'Centre Dili', agencyCode: 'DNTT' },
    { code: 'CUST-DIL', name: 'Customs House', agencyCode: 'CUSTOMS' },
  ],
  'travel-destinations': ['TIBE', 'TIBG', 'TIBF', 'TIBI', 'TIBD', 'TIBX', 'TOLD'].map((documentCode) => ({
    code: `${documentCode}-ATB`,
    name: 'Atambua',
    documentCode,
  })),
  'entry-points': [
    { code: 'BTG', name: 'Batugade', airport: '0' },
    { code: 'SAL', name: 'Salele', airport: '0' },
    { code: 'DIL', name: 'Airport', airport: '1' },
  ],
  authorisers: [
    { code: 'AUT-1', name: 'Duarte Soares', title: 'Head of Permits', serial: 'DNTT-01', type: 1, documentCode: 'TIBE', status: 1 },
    { code: 'AUT-2', name: 'Celestino Amaral', title: 'Head of Operations', serial: 'CUST-11', type: 1, documentCode: 'TIBI', status: 1 },
    { code: 'AUT-3', name: 'Mateus Lopes', title: 'Freight Officer', serial: 'DNTT-21', type: 2, documentCode: 'TIBG-PRI', status: 1 },
    { code: 'AUT-4', name: 'Retired Head', title: 'Head until 2023', serial: 'DNTT-00', type: 1, documentCode: 'TIBE', status: 0 },
  ],
  'vehicle-categories': names('CAR', 'SUV'),
  'vehicle-makes': names('TOYOTA'),
  'vehicle-colours': names('WHITE'),
  'vehicle-classes': names('B'),
  'vehicle-fuels': names('DIESEL'),
  countries: [
    { code: 'TL', name: 'Timor-Leste', nationality: 'Timorese' },
    { code: 'ID', name: 'Indonesia', nationality: 'Indonesian' },
  ],
  'travel-purposes': names('OBJ03'),
  commodities: [{ code: '0901', name: 'Coffee', description: 'Coffee' }],
  'attachment-types': names('REGISTRATION', 'LICENCE'),
  'bank-accounts': [{ code: 'BNU', name: 'BNU, treasury', bankCode: 'BNU', bankName: 'Banco Nacional Ultramarino', accountNumber: '0060' }],
  requirements: ['TIBE', 'TIBI'].flatMap((documentCode) => [
    { code: `${documentCode}-LICENCE`, name: 'Driving licence', names: { pt: 'Carta de condução' }, documentCode, subDocumentCode: '', rank: 2 },
    { code: `${documentCode}-REG`, name: 'Registration certificate', names: { pt: 'Livrete' }, documentCode, subDocumentCode: '', rank: 1, quantity: 1 },
  ]),
  questions: ['TIBE', 'TIBI'].flatMap((documentCode) => [
    { code: `${documentCode}-Q2`, name: 'Is the vehicle leased?', names: { pt: 'O veículo está em locação?' }, documentCode, rank: 2 },
    { code: `${documentCode}-Q1`, name: 'Does it carry goods?', names: { pt: 'Transporta mercadorias?' }, documentCode, rank: 1 },
  ]),
  fees: [fee('TIBE', 'permit', 1000), fee('TIBE', 'exit', 500), fee('TIBG', 'permit', 2500), fee('TIBG', 'exit', 0), fee('TIBI', 'permit', 2000)],
};

const role = (...actions: string[]): string[] => actions.map((a) => `triptic-trip-${a}`);
const transport = ['DNTT', 'CUSTOMS'];

/** The development users with roles in trips, some without such roles, and some whose roles must not be enough. */
export const users = {
  applicant: { sub: 'applicant', name: 'Ana Applicant' },
  neighbour: { sub: 'neighbour', name: 'Nuno Neighbour' },
  'trip-agent': { sub: 'trip-agent', name: 'Tomas Agent', agencies: transport, roles: role('submit', 'read', 'search') },
  'trip-verifier': {
    sub: 'trip-verifier',
    name: 'Teresa Verifier',
    agencies: transport,
    roles: role('read', 'search', 'verification', 'modification', 'termination'),
  },
  'trip-approver': { sub: 'trip-approver', name: 'Tiago Approver', agencies: transport, roles: role('read', 'search', 'approval', 'transfer-ownership') },
  'trip-border': {
    sub: 'trip-border',
    name: 'Tania Border',
    agencies: transport,
    roles: role('read', 'search', 'validation', 'confirmation', 'return-validation', 'return-confirmation'),
  },
  cashier: { sub: 'cashier', name: 'Celia Cashier', agencies: ['TREASURY'], roles: ['payment-receipt-create', 'payment-receipt-read'] },
  /** Nearly every role of trips, but only at the customs agency. */
  'customs-chief': {
    sub: 'customs-chief',
    name: 'Carla Chief',
    agencies: ['CUSTOMS'],
    roles: role('submit', 'read', 'search', 'verification', 'approval', 'modification', 'transfer-ownership', 'termination', 'validation', 'confirmation'),
  },
  /** Has a role of trips, but not the right to read trips. */
  'border-guard': { sub: 'border-guard', name: 'Gil Guard', agencies: transport, roles: role('validation') },
} satisfies Record<string, TestUser>;

export type UserName = keyof typeof users | 'public';
export type DocumentCode = 'TIBE' | 'TIBG' | 'TIBF' | 'TIBI' | 'TIBD' | 'TIBX' | 'TOLD';

/** Returns an answer to every question of a document. */
export const answers = (documentCode: DocumentCode): { id: string; accepted: boolean; declined: boolean }[] =>
  (catalogues.questions ?? [])
    .filter((question) => question.documentCode === documentCode)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ code }, i) => ({ id: code, accepted: i === 0, declined: i !== 0 }));

/** Returns the body of a trip with every required field, and no other. */
export const aTrip = (documentCode: DocumentCode = 'TIBE', change: object = {}): Record<string, unknown> => ({
  documentDetails: { code: documentCode },
  subDocumentDetails: { code: `${documentCode}-PRI` },
  ...(documentCode === 'TIBG' ? { centerDetails: { code: 'DNTT-DIL' } } : {}),
  vehicleNumber: 'tl 123-45',
  chasisNumber: 'jtd123',
  engineNumber: '2gd-7',
  categoryCode: 'CAR',
  manufactureYear: 2019,
  modelDetails: 'hilux',
  engineCapacity: '2400',
  ownerName: 'Maria da Silva',
  ownerAddress: 'Rua de Dili 1',
  entryDate: '2026-05-10',
  expectedDate: '2026-06-10',
  destinationCode: `${documentCode}-ATB`,
  driverName: 'Joao da Silva',
  identityNumber: 'c123456',
  licenseNumber: 'dl-9',
  contactNumber: '+670 7700',
  localAddress: 'Rua de Dili 1',
  foreignAddress: 'Jalan Atambua 2',
  questions: answers(documentCode),
  ...change,
});
