/**
 * Stands in for Keycloak where its image is not available: oidc-provider with the client, the roles and the addresses of the shipped realm.json, and the
 * development users.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createIdentityProvider, developmentUsers } from '@portal/identity';
import { clientOf, readRealm, withoutGroup } from './realm.ts';

const realm = readRealm(readFileSync('/opt/keycloak/data/import/realm.json', 'utf8'), process.env);
const lacking = withoutGroup(realm, developmentUsers);
if (lacking.length) throw new Error(`realm.json: no group gives the roles of ${lacking.join(', ')}`);

const path = `/realms/${realm.realm}`;
const provider = await createIdentityProvider({ port: 0, issuer: `${process.env.KC_HOSTNAME}${path}`, dataDir: '/tmp', clients: [clientOf(realm)] });
const inside = new URL(provider.url);

// Keycloak publishes its keys at another address than oidc-provider, and listens on every interface.
const listener: RequestListener = (call, answer) => {
  // The monitoring checks this address to see whether the server answers.
  if (call.url === path) {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ realm: realm.realm }));
    return;
  }
  const url = call.url?.replace('/protocol/openid-connect/certs', '/jwks');
  const passed = request({ host: inside.hostname, port: inside.port, path: url, method: call.method, headers: call.headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  passed.on('error', () => answer.headersSent || answer.writeHead(502).end());
  call.pipe(passed);
};
const { KC_HTTPS_CERTIFICATE_FILE: certificate, KC_HTTPS_CERTIFICATE_KEY_FILE: key } = process.env;
if (certificate && key) createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, listener).listen(8443, '0.0.0.0');
if (process.env.KC_HTTP_ENABLED === 'true') createServer(listener).listen(8080, '0.0.0.0');
createServer((_call, answer) => answer.end('{"status": "UP"}')).listen(9000, '0.0.0.0');
// Like Keycloak, which writes such a line at its start: a test looks for the log of this container.
console.log(`${realm.realm} is served`);
process.once('SIGTERM', () => process.exit(0));
