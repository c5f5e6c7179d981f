/** A user of the development provider. The password is the user name. */
export interface DevelopmentUser {
  username: string;
  name: string;
  email: string;
  phoneNumber: string;
  roles: string[];
  agencies: string[];
}

const declarations = (...actions: string[]): string[] =>
  ['departure-declaration', 'traveller-declaration'].flatMap((prefix) => actions.map((action) => `${prefix}-${action}`));
const licence = (...actions: string[]): string[] => actions.map((action) => `professional-license-${action}`);
const trip = (...actions: string[]): string[] => actions.map((action) => `triptic-trip-${action}`);
const receipt = (...actions: string[]): string[] => actions.map((action) => `payment-receipt-${action}`);

const border = ['CUSTOMS', 'IMMIGRATION'];
const health = ['MOH', 'MOE'];
const transport = ['DNTT', 'CUSTOMS'];

/** The actions of a supervisor: reverting actions of others, assigning cases and answering requests for erasure. */
const supervision = ['supervise', 'erasure'];
/** The actions of a border officer, who may neither decide nor approve. A supervisor may do both. */
const officer = ['read', 'search', 'create', 'verification', 'amendment', 'arrival'];
const licenceApproval = licence(
  'read',
  'search',
  'approval',
  'issuance',
  'adjustment',
  'modification',
  'suspension',
  'activation',
  'rejection',
  ...supervision,
);

type Row = [username: string, name: string, agencies: string[], roles: string[]];

const rows: Row[] = [
  ['applicant', 'Ana Applicant', [], []],
  ['border-officer', 'Bento Officer', border, declarations(...officer)],
  ['border-supervisor', 'Beatriz Supervisor', border, declarations(...officer, 'approval', 'decision', ...supervision)],
  ['agent', 'Artur Agent', [], ['traveller-declaration-import']],
  ['licence-clerk', 'Carla Clerk', health, licence('store', 'submit', 'read', 'search')],
  ['licence-verifier', 'Vasco Verifier', health, licence('read', 'search', 'query', 'verification', 'rejection')],
  ['licence-assessor', 'Alda Assessor', health, licence('read', 'search', 'query', 'assessment', 'recommendation', 'rejection')],
  ['licence-approver', 'Aurora Approver', health, licenceApproval],
  ['licence-approver-2', 'Abel Approver', health, licenceApproval],
  ['trip-agent', 'Tomas Agent', transport, trip('submit', 'read', 'search')],
  ['trip-verifier', 'Teresa Verifier', transport, trip('read', 'search', 'verification', 'modification', 'termination')],
  ['trip-approver', 'Tiago Approver', transport, trip('read', 'search', 'approval', 'transfer-ownership', ...supervision)],
  ['trip-border', 'Tania Border', transport, trip('read', 'search', 'validation', 'confirmation', 'return-validation', 'return-confirmation')],
  ['cashier', 'Celia Cashier', ['TREASURY'], receipt('create', 'read', 'search')],
  ['cashier-2', 'Cesario Cashier', ['TREASURY'], receipt('create', 'read', 'search')],
  ['cashier-supervisor', 'Clara Supervisor', ['TREASURY'], receipt('read', 'search', 'void', 'supervise')],
  ['admin', 'Adao Admin', ['CUSTOMS'], ['reference-admin', 'reference-read', 'audit-read', 'remotes-admin', 'jobs-admin']],
  ['admin-2', 'Amalia Admin', ['CUSTOMS'], ['reference-admin', 'reference-read']],
  ['applicant-2', 'Amaro Applicant', [], []],
];

const aUser = ([username, name, agencies, roles]: Row, index: number): DevelopmentUser => ({
  username,
  name,
  email: `${username}@portal.test`,
  phoneNumber: `+6707700${String(index + 1).padStart(4, '0')}`,
  roles,
  agencies,
});

/** All development users: those of docs/users.md, and those that additional areas add. */
export const developmentUsers: DevelopmentUser[] = rows.map(aUser);

/** Adds the users of an area (its `development-users.json`) unless they already exist. */
export function addDevelopmentUsers(users: readonly Pick<DevelopmentUser, 'username' | 'name' | 'roles' | 'agencies'>[]): void {
  for (const { username, name, agencies, roles } of users) {
    if (!findUser(username)) developmentUsers.push(aUser([username, name, agencies, roles], developmentUsers.length));
  }
}

/** Returns the user with that name, or undefined. */
export const findUser = (username: string): DevelopmentUser | undefined => developmentUsers.find((user) => user.username === username);
