import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `node infra/compose/call-token.mjs svc-declarations`: prints a token with which a script, such as the one beside the mail server, calls a service. The token
 * is the value of the header X-Internal-Token and expires after five minutes. Needs only Node.js and the key: `--key <file>`, `--as <its name in CALLERS>`.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { as: { type: 'string', default: 'mail' }, key: { type: 'string' } } });
const [service] = positionals;
if (!service) {
  console.error('Which service is called? node infra/compose/call-token.mjs svc-declarations');
  process.exit(1);
}
const file = values.key ?? path.join(import.meta.dirname, 'secrets/services', values.as, 'key.json');
const [key] = JSON.parse(readFileSync(file, 'utf8')).keys;
const now = Math.floor(Date.now() / 1_000);
/** @param {object} content */
const part = (content) => Buffer.from(JSON.stringify(content)).toString('base64url');
const text = `${part({ alg: 'EdDSA', kid: key.kid, typ: 'call+jwt' })}.${part({ iss: values.as, aud: service, iat: now, exp: now + 300 })}`;
console.log(`${text}.${sign(null, Buffer.from(text), createPrivateKey({ key, format: 'jwk' })).toString('base64url')}`);
