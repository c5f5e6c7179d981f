import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentUsers } from '@portal/identity';
import { composeFolder } from './compose.ts';

interface Mapper {
  name: string;
  protocolMapper: string;
  config: Record<string, string>;
}

export interface Realm {
  roles: { client: Record<string, { name: string }[]>; realm?: unknown };
  groups: { name: string; attributes: { agencies: string[] }; clientRoles: { portal: string[] } }[];
  clientScopes: { name: string; protocolMappers: Mapper[] }[];
  clients: {
    clientId: string;
    publicClient: boolean;
    secret: string;
    standardFlowEnabled: boolean;
    implicitFlowEnabled: boolean;
    directAccessGrantsEnabled: boolean;
    redirectUris: string[];
    attributes: Record<string, string>;
    defaultClientScopes: string[];
  }[];
  users?: unknown[];
  requiredActions?: { alias: string; enabled: boolean; defaultAction: boolean }[];
  otpPolicyCodeReusable?: boolean;
  bruteForceProtected: boolean;
  sslRequired: string;
}

const where = `${composeFolder}/keycloak/realm.json`;

/** How Keycloak is told to take a value from its environment. */
const variable = (name: string): string => `\${${name}}`;

export const readRealm = (root: string): Realm => JSON.parse(readFileSync(join(root, where), 'utf8')) as Realm;

/** Every role that the workflows ask for, as the pages made from them say, or that a development user holds. The product's own is nobody's. */
export function rolesOfTheProduct(root: string): Set<string> {
  const named = ['svc-declarations', 'svc-licences', 'svc-trips'].flatMap((name) =>
    [
      ...readFileSync(join(root, name, 'WORKFLOWS.md'), 'utf8').matchAll(
        /`((?:departure-declaration|traveller-declaration|professional-license|triptic-trip)-[a-z-]+)`/g,
      ),
    ].map(([, role]) => role),
  );
  return new Set([...named.filter((role) => !role.endsWith('-system')), ...developmentUsers.flatMap(({ roles }) => roles)]);
}

/** Faults of the realm file, as sentences. */
export function realmFaults(root: string, realm = readRealm(root)): string[] {
  const faults: string[] = [];
  const product = rolesOfTheProduct(root);
  const given = new Set((realm.roles.client.portal ?? []).map(({ name }) => name));
  for (const role of product) if (!given.has(role)) faults.push(`role ${role} is missing`);
  for (const role of given) if (!product.has(role)) faults.push(`role ${role} opens nothing`);
  // Keycloak gives everybody realm roles of its own, and whoever holds a role is staff.
  if (realm.roles.realm) faults.push('the roles must be those of the client "portal", not of the realm');
  for (const { username, roles, agencies } of developmentUsers.filter((user) => user.roles.length)) {
    const same = realm.groups.some(
      (group) =>
        [...group.clientRoles.portal].sort().join() === [...roles].sort().join() &&
        [...group.attributes.agencies].sort().join() === [...agencies].sort().join(),
    );
    if (!same) faults.push(`no group has the roles and agencies of ${username}`);
  }
  const mapped = (claim: string): Mapper | undefined =>
    realm.clientScopes
      .flatMap(({ protocolMappers }) => protocolMappers)
      .find(({ config }) => config['claim.name'] === claim && config['access.token.claim'] === 'true');
  // Keycloak's mapper of the name has no claim of its choice.
  for (const claim of ['name', 'email', 'phone_number', 'roles', 'agencies'])
    if (
      !mapped(claim) &&
      !(claim === 'name' && realm.clientScopes.some(({ protocolMappers }) => protocolMappers.some((m) => m.protocolMapper === 'oidc-full-name-mapper')))
    )
      faults.push(`no mapper puts ${claim} into the access token`);
  for (const claim of ['roles', 'agencies']) if (mapped(claim)?.config.multivalued !== 'true') faults.push(`the mapper of ${claim} must be multivalued`);
  if (mapped('roles')?.config['usermodel.clientRoleMapping.clientId'] !== 'portal')
    faults.push('the mapper of roles must take the roles of the client "portal"');
  const audience = realm.clientScopes.flatMap(({ protocolMappers }) => protocolMappers).find((m) => m.protocolMapper === 'oidc-audience-mapper');
  if (audience?.config['included.client.audience'] !== 'portal') faults.push('the access token must be for the audience "portal"');
  const [client, ...others] = realm.clients;
  if (client?.clientId !== 'portal' || others.length) faults.push('there must be one client, "portal"');
  else {
    if (client.publicClient || client.secret !== variable('OIDC_CLIENT_SECRET')) faults.push('the client must be confidential, its secret from outside');
    if (client.attributes['pkce.code.challenge.method'] !== 'S256') faults.push('the client must use PKCE with S256');
    if (!client.standardFlowEnabled || client.implicitFlowEnabled || client.directAccessGrantsEnabled) faults.push('the client may use the code flow alone');
    if (client.redirectUris.join() !== `${variable('PUBLIC_URL')}/auth/callback`) faults.push('the client may come back to /auth/callback alone');
    // The services take nothing else for an access token (RFC 9068).
    if (client.attributes['access.token.header.type.rfc9068'] !== 'true') faults.push('access tokens must say that they are access tokens (at+jwt)');
    if (client.attributes['backchannel.logout.url'] !== 'http://gateway:8080/auth/backchannel-logout')
      faults.push('the gateway must be told of a sign-out at /auth/backchannel-logout');
    if (client.attributes['backchannel.logout.session.required'] !== 'true') faults.push('a logout token must name the sign-in that has ended');
    for (const scope of ['basic', 'profile', 'email', 'phone', 'portal'])
      if (!client.defaultClientScopes.includes(scope) || !realm.clientScopes.some(({ name }) => name === scope))
        faults.push(`the client must have the scope ${scope}`);
  }
  if (realm.users) faults.push('there must be no users: their passwords would be known');
  const secondFactor = realm.requiredActions?.find(({ alias }) => alias === 'CONFIGURE_TOTP');
  if (!secondFactor?.enabled || !secondFactor.defaultAction) faults.push('every account must set up a second factor (CONFIGURE_TOTP)');
  if (realm.otpPolicyCodeReusable !== false) faults.push('a one-time code must be good once');
  if (!realm.bruteForceProtected) faults.push('guessing of passwords must be slowed down');
  if (realm.sslRequired === 'none') faults.push('TLS must be required');
  return faults.map((fault) => `${where}: ${fault}`);
}
