import type { ClientSettings } from '@portal/identity';

/** The parts of the shipped realm.json that are used here. */
interface Realm {
  realm: string;
  clients: { clientId: string; secret: string; redirectUris: string[]; attributes: Record<string, string> }[];
  groups: { name: string; clientRoles?: Record<string, string[]> }[];
}

/** Parses the realm after filling in the variables of Keycloak's environment. @throws Error if a variable is missing */
export const readRealm = (text: string, environment: NodeJS.ProcessEnv): Realm =>
  JSON.parse(
    text.replace(/\$\{([A-Z_]+)\}/g, (_all, name: string) => {
      const value = environment[name];
      if (!value) throw new Error(`realm.json: ${name} is not given`);
      return value;
    }),
  ) as Realm;

/** Returns the client settings of the portal as the realm describes them. */
export function clientOf({ clients }: Realm): ClientSettings {
  const client = clients.find(({ clientId }) => clientId === 'portal');
  if (!client) throw new Error('realm.json: there is no client "portal"');
  return {
    clientId: client.clientId,
    clientSecret: client.secret,
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: [client.attributes['post.logout.redirect.uris'] ?? ''],
    backchannelLogoutUri: client.attributes['backchannel.logout.url'] ?? '',
  };
}

/** Returns the people whose roles no group of the realm gives. In production nobody could get these roles. */
export function withoutGroup({ groups }: Realm, people: { username: string; roles: string[] }[]): string[] {
  const key = (roles: string[]): string => [...roles].sort().join();
  const given = new Set(groups.map(({ clientRoles }) => key(clientRoles?.portal ?? [])));
  return people.filter(({ roles }) => roles.length && !given.has(key(roles))).map(({ username }) => username);
}
