import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevelopmentUser, developmentUsers } from '@portal/identity';
import { parse } from 'yaml';
import { composeFolder } from './compose.ts';

type Token = 'id' | 'access' | 'userinfo' | 'introspection';

/** The hand-written part of the realm: keycloak/realm.yaml. */
interface Base {
  clientScopes: {
    name: string;
    description: string;
    inTokenScope?: boolean;
    mappers: { name: string; mapper: string; tokens?: Token[]; config?: Record<string, string> }[];
  }[];
  clients: unknown[];
  /** Groups that no development user represents. */
  groups: Realm['groups'];
  userProfile: object;
}

export interface Realm {
  roles: { client: Record<string, { name: string }[]>; realm?: unknown };
  groups: { name: string; attributes?: { agencies: string[] }; clientRoles: Record<string, string[]> }[];
  clientScopes: { name: string; protocolMappers: { name: string; protocolMapper: string; config: Record<string, string> }[] }[];
  clients: Record<string, unknown>[];
  [setting: string]: unknown;
}

type Person = Pick<DevelopmentUser, 'username' | 'name' | 'roles' | 'agencies'>;

/** Returns the development users of additional areas, for example from `svc-permits/development-users.json`. */
export const furtherUsers = (root: string): Person[] =>
  readdirSync(root)
    .map((name) => join(root, name, 'development-users.json'))
    .filter((file) => existsSync(file))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Person[]);

/** Returns all development users. */
const people = (root: string): Person[] => [
  ...developmentUsers,
  ...furtherUsers(root).filter(({ username }) => !developmentUsers.some((user) => user.username === username)),
];

/** Irregular names of groups. Each development user represents a group of people: border-officer represents the group border-officers. */
const groupNames: Record<string, string> = {
  'licence-approver-2': 'licence-approvers',
  'trip-border': 'trip-border-officers',
  admin: 'administrators',
};

function groupsOf(staff: Person[]): Realm['groups'] {
  const groups = new Map<string, Realm['groups'][number]>();
  for (const { username, roles, agencies } of staff) {
    const name = groupNames[username] ?? `${username}s`;
    groups.set(name, { name, attributes: { agencies }, clientRoles: { portal: roles } });
  }
  return [...groups.values()];
}

/** Returns every role that a development user has or a WORKFLOWS.md names, without the roles `…-system`, which no person has. */
export function rolesOf(root: string, staff: Person[]): string[] {
  const roles = new Set(staff.flatMap((person) => person.roles));
  const prefixes = new Set([...roles].map((role) => role.split('-').slice(0, 2).join('-')));
  for (const file of readdirSync(root).map((name) => join(root, name, 'WORKFLOWS.md'))) {
    if (!existsSync(file)) continue;
    for (const [, role] of readFileSync(file, 'utf8').matchAll(/`([a-z]+(?:-[a-z]+){2,})`/g))
      if (role && prefixes.has(role.split('-').slice(0, 2).join('-')) && !role.endsWith('-system')) roles.add(role);
  }
  return [...roles].sort();
}

const everyToken: Token[] = ['id', 'access', 'userinfo', 'introspection'];

const scopeOf = ({ name, description, inTokenScope = true, mappers }: Base['clientScopes'][number]) => ({
  name,
  description,
  protocol: 'openid-connect',
  attributes: { 'include.in.token.scope': String(inTokenScope), 'display.on.consent.screen': 'false' },
  protocolMappers: mappers.map(({ name: claim, mapper, tokens = everyToken, config }) => ({
    name: claim,
    protocol: 'openid-connect',
    protocolMapper: mapper,
    consentRequired: false,
    config: { ...config, ...Object.fromEntries(tokens.map((token) => [`${token}.token.claim`, 'true'])) },
  })),
});

/** Returns the realm in the form in which Keycloak imports it. */
export function realm(root: string): Realm {
  const { clientScopes, clients, groups, userProfile, ...settings } = parse(readFileSync(join(root, composeFolder, 'keycloak/realm.yaml'), 'utf8')) as Base;
  const staff = people(root).filter(({ roles }) => roles.length);
  return {
    ...settings,
    // These are client roles, not realm roles: Keycloak gives realm roles to everybody, and the portal treats everybody with a role as staff.
    roles: { client: { portal: rolesOf(root, staff).map((name) => ({ name, clientRole: true, composite: false })) } },
    groups: [...groups, ...groupsOf(staff)],
    clientScopes: clientScopes.map(scopeOf),
    clients: clients as Realm['clients'],
    components: {
      'org.keycloak.userprofile.UserProfileProvider': [
        { providerId: 'declarative-user-profile', subComponents: {}, config: { 'kc.user.profile.config': [JSON.stringify(userProfile)] } },
      ],
    },
  };
}
