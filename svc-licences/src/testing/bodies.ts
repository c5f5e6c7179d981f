/** For tests only: catalogues, users and applications. */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { TestUser } from '@portal/service-kit/testing';

const names = (...codes: string[]): CatalogueRecord[] => codes.map((code) => ({ code, name: `Name of ${code}`, names: { pt: `Nome de ${code}` } }));

export const catalogues: Record<string, CatalogueRecord[]> = {
  agencies: [
    { code: 'MOH', name: 'Ministry of Health', names: { pt: 'Ministério da Saúde' } },
    { code: 'MOE', name: 'Ministry of Education' },
    { code: 'DNTT', name: 'Land Transport' },
  ],
  documents: [
    {
      code: 'MEDIB',
      name: 'Medical practitioner licence',
      names: { pt: 'Licença de médico' },
      binder: 'PROFESSIONAL',
      agencyCode: 'MOH',
      accessLevel: '2',
      removed: '0',
    },
    { code: 'ACAIB', name: 'Academic teaching licence', binder: 'PROFESSIONAL', agencyCode: 'MOE', accessLevel: '2', removed: '0' },
    { code: 'MILIB', name: 'Military doctor licence', binder: 'PROFESSIONAL', agencyCode: 'MOH', accessLevel: '1', removed: '0' },
    { code: 'OLDIB', name: 'Healer licence', binder: 'PROFESSIONAL', agencyCode: 'MOH', accessLevel: '2', removed: '1' },
    { code: 'TIBE', name: 'Vehicle exit', binder: 'TRIPTIC', agencyCode: 'DNTT', accessLevel: '2', removed: '0' },
  ],
  'sub-documents': [
    { code: 'MED-BSC', name: 'Bachelor degree', documentCode: 'MEDIB' },
    { code: 'MED-SPC', name: 'Specialist', documentCode: 'MEDIB' },
    { code: 'MIL-BSC', name: 'Bachelor degree', documentCode: 'MILIB' },
    { code: 'OLD-BSC', name: 'Bachelor degree', documentCode: 'OLDIB' },
    { code: 'ACA-BSC', name: 'Bachelor degree', documentCode: 'ACAIB' },
  ],
  'document-types': [
    { code: 'IBN', name: 'First issue' },
    { code: 'IBS', name: 'Second issue' },
    { code: 'REN', name: 'Renewal' },
  ],
  genders: names('F', 'M'),
  countries: [
    { code: 'TL', name: 'Timor-Leste', nationality: 'Timorese' },
    { code: 'PT', name: 'Portugal', nationality: 'Portuguese' },
  ],
  'identity-types': [
    { code: 'BI', name: 'National identity card', names: { pt: 'Bilhete de identidade' } },
    { code: 'PASSPORT', name: 'Passport' },
  ],
  districts: names('DI'),
  'institution-categories': names('PUB'),
  'scanned-documents': names('DIPLOMA'),
  'bank-accounts': [{ code: 'BNU', name: 'BNU, treasury', bankCode: 'BNU', bankName: 'Banco Nacional Ultramarino', accountNumber: '0060' }],
  requirements: [
    {
      code: 'MEDIB-DIPLOMA',
      name: 'Certified copy of the diploma',
      names: { pt: 'Cópia autenticada do diploma' },
      documentCode: 'MEDIB',
      subDocumentCode: '',
      rank: 2,
    },
    { code: 'MEDIB-IDENTITY', name: 'Copy of an identity document', documentCode: 'MEDIB', subDocumentCode: '', rank: 1 },
    { code: 'MED-SPC-CERT', name: 'Specialist certificate', documentCode: 'MEDIB', subDocumentCode: 'MED-SPC', rank: 3 },
    { code: 'ACAIB-CV', name: 'Curriculum vitae', documentCode: 'ACAIB', subDocumentCode: '', rank: 1 },
  ],
  fees: [
    {
      code: 'MEDIB-APP',
      name: 'Application fee',
      names: { pt: 'Taxa de pedido' },
      documentCode: 'MEDIB',
      subDocumentCode: '',
      amount: 2500,
      currencyCode: 'USD',
    },
    { code: 'MEDIB-CARD', name: 'Licence card', documentCode: 'MEDIB', subDocumentCode: '', amount: 500, currencyCode: 'USD' },
    { code: 'MED-SPC-FEE', name: 'Specialist register', documentCode: 'MEDIB', subDocumentCode: 'MED-SPC', amount: 2000, currencyCode: 'USD' },
  ],
};

const role = (...actions: string[]): string[] => actions.map((a) => `professional-license-${a}`);
const approving = role('read', 'search', 'approval', 'issuance', 'adjustment', 'modification', 'suspension', 'activation', 'rejection');
const health = ['MOH', 'MOE'];

/** The development users with roles in licences, and others without. */
export const users = {
  applicant: { sub: 'applicant', name: 'Ana Applicant' },
  neighbour: { sub: 'neighbour', name: 'Nuno Neighbour' },
  'licence-clerk': { sub: 'licence-clerk', name: 'Carla Clerk', agencies: health, roles: role('store', 'submit', 'read', 'search') },
  'licence-verifier': {
    sub: 'licence-verifier',
    name: 'Vasco Verifier',
    agencies: health,
    roles: role('read', 'search', 'query', 'verification', 'rejection'),
  },
  'licence-assessor': {
    sub: 'licence-assessor',
    name: 'Alda Assessor',
    agencies: health,
    roles: role('read', 'search', 'query', 'assessment', 'recommendation', 'rejection'),
  },
  'licence-approver': { sub: 'licence-approver', name: 'Aurora Approver', agencies: health, roles: approving },
  'licence-approver-2': { sub: 'licence-approver-2', name: 'Abel Approver', agencies: health, roles: approving },
  'trip-agent': { sub: 'trip-agent', name: 'Tomas Agent', agencies: ['DNTT'], roles: ['triptic-trip-read', 'triptic-trip-submit'] },
} satisfies Record<string, TestUser>;

/** Officers with other rights or agencies than the development users have. */
export const otherOfficers = {
  /** May perform every action of officers. */
  chief: { sub: 'chief', name: 'Celso Chief', agencies: health, roles: [...new Set(Object.values(users).flatMap((u) => ('roles' in u ? u.roles : [])))] },
  /** Has the approvers' roles, but at another ministry. */
  'other-ministry': { sub: 'other-ministry', name: 'Olga Other', agencies: ['MOE'], roles: [...approving, ...role('verification', 'query')] },
  'erasure-officer': { sub: 'erasure-officer', name: 'Elsa Erasure', agencies: ['MOH'], roles: role('erasure') },
  'no-agency': { sub: 'no-agency', name: 'Nelo None', agencies: [], roles: approving },
  'border-officer': { sub: 'border-officer', name: 'Bento Officer', agencies: ['MOH'], roles: ['departure-declaration-read'] },
} satisfies Record<string, TestUser>;

export type UserName = keyof typeof users | keyof typeof otherOfficers | 'public';

/** All users who can sign in. */
export const everybody: Readonly<Record<Exclude<UserName, 'public'>, TestUser>> = { ...users, ...otherOfficers };

export const anApplication = (change: object = {}): Record<string, unknown> => ({
  agencyCode: 'MOH',
  documentCode: 'MEDIB',
  subDocumentCode: 'MED-BSC',
  documentType: 'IBN',
  birthDate: '1980-02-29',
  holderCode: 'bi-123',
  indentityCode: 'BI',
  holderName: 'maria da silva',
  holderMobile: '67077000001',
  gender: 'F',
  nationalityCode: 'TL',
  ...change,
});
