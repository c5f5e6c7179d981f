import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';
import { area, versionInForce } from './area.ts';

/** Returns the number of documents of each kind and of the audit records of svc-declarations, one number per line. */
const documents = (deployment: Deployment): Promise<string> =>
  deployment.sql(
    'select count(*) from portal_declarations.departure_declaration; select count(*) from portal_declarations.arrival_declaration; select count(*) from portal_trips.triptic_trip; select count(*) from portal_licences.professional_licence; select count(*) from portal_declarations.audit_record',
  );

const writers = ['gateway', 'svc-reference', 'svc-declarations', 'svc-licences', 'svc-trips', 'svc-media', 'ops'];

/** The volumes that docs/operations.md copies to another machine, each with its folder there. */
export const copied = { portal_ops: '', 'portal_keycloak-dumps': 'keycloak/' };

/** The commands of docs/operations.md before and after the copy, the latter without the name that the former prints. */
export const beforeCopy = ['exec', '-T', 'ops', 'node', 'main.js', 'newest-backup'];
export const afterCopy = ['exec', '-T', 'ops', 'node', 'main.js', 'copied'];

/** The containers and shell commands of docs/operations.md that copy backups and dumps from the copy, mounted at /kept, into the new volumes. */
export const copyBack = {
  ops: 'cp -r /kept/backups /data/ && chown -R 1000:1000 /data',
  'keycloak-dump': 'cp -r /kept/keycloak/. /keycloak-dumps/ && chown -R 1000:1000 /keycloak-dumps',
};

/** The commands of docs/operations.md that put the store of the areas and the database of Keycloak back, without the name of the backup or dump. */
export const putBack = { areas: ['restore-remotes'], accounts: ['keycloak-dump', 'restore'] };

/** The shell command of docs/operations.md that empties Redis, in its container. */
export const emptyRedis = 'REDISCLI_AUTH="$REDIS_PASSWORD" valkey-cli --tls --cacert /run/trusted/authorities.pem flushall';

/**
 * Tests "When the machine is lost" of docs/operations.md: takes a backup, removes all containers and volumes, and restores everything from the backup and the
 * secrets: the documents, the version to which an area was rolled back, and the database of Keycloak.
 */
export async function loseEverything(deployment: Deployment): Promise<string> {
  const published = await versionInForce(deployment);
  const chosen = await rollBackToOther(deployment, published);
  await deployment.sql('create table keycloak.kept (id int primary key); insert into keycloak.kept values (1)');
  await deployment.run('keycloak-dump', 'once');
  await deployment.compose('stop', 'gateway');
  await deployment.ops('backup');
  const before = await documents(deployment);
  const kept = join(deployment.scratch, 'kept');
  const newest = (await deployment.compose(...beforeCopy)).trim();
  for (const [volume, folder] of Object.entries(copied)) {
    mkdirSync(join(kept, folder), { recursive: true });
    const mounted = (await deployment.docker.run('volume', 'inspect', '--format', '{{.Mountpoint}}', volume)).trim();
    await command('cp', ['-a', `${mounted}/.`, join(kept, folder)]);
  }
  await deployment.compose(...afterCopy, newest);
  await deployment.compose('down', '--volumes');

  await deployment.up('mariadb', 'redis', 's3', 's3-buckets', 'witness');
  await deployment.healthy(120, 'mariadb', 'redis', 's3', 's3-buckets', 'witness');
  const asRoot = ['--user', 'root', '--cap-add', 'CHOWN', '--cap-add', 'DAC_OVERRIDE'];
  for (const [container, words] of Object.entries(copyBack))
    await deployment.run(...asRoot, '--volume', `${kept}:/kept:ro`, '--entrypoint', 'sh', container, '-c', words);
  await deployment.run(...putBack.areas, await newestIn(deployment, '/data/backups'));
  await deployment.run(...putBack.accounts, (await newestIn(deployment, '/keycloak-dumps')).replace('.sql.gz', ''));
  await restore(deployment, '--skip-numbers', '10000');
  await deployment.up();
  await deployment.healthy(300);
  await deployment.readAuthority();
  await deployment.ready();
  const after = await documents(deployment);
  if (after !== before) throw new Error(`Before: ${before.trim()}. After: ${after.trim()}`);
  const inForce = await versionInForce(deployment);
  if (inForce !== chosen) throw new Error(`${area} was rolled back to ${chosen}. After: ${inForce}`);
  await deployment.run('publish-trips', 'rollback', area, published);
  const accounts = (await deployment.sql('select count(*) from keycloak.kept; drop table keycloak.kept')).trim();
  if (accounts !== '1') throw new Error(`The database of Keycloak had 1 row. After: ${accounts}`);
  await deployment.ops('reconcile');
  const [audited = ''] = before.trim().split('\n').slice(4);
  return `${before.trim().split('\n').slice(0, 4).join(' + ')} documents and ${audited} audit records back, with the chosen version of ${area} and the accounts`;
}

/** Rolls an area back to another version than that of its image, which "up" publishes to an empty store. @returns that version */
async function rollBackToOther(deployment: Deployment, published: string): Promise<string> {
  const changes = JSON.parse(await deployment.run('publish-trips', 'history', area, '--json')) as { version: string }[];
  const other = changes.find(({ version }) => version !== published)?.version;
  if (!other) throw new Error(`${area} has no version but ${published}`);
  await deployment.run('publish-trips', 'rollback', area, other);
  return other;
}

/** Returns the newest file or folder in a folder of the container of `ops`. */
const newestIn = async (deployment: Deployment, folder: string): Promise<string> =>
  (await deployment.run('--entrypoint', 'ls', 'ops', folder)).trim().split('\n').at(-1) ?? '';

/** Tests "Restoring a deployment" of docs/operations.md: restores over the existing data. */
export async function restoreInPlace(deployment: Deployment): Promise<string> {
  await deployment.ops('backup');
  const before = await documents(deployment);
  await deployment.compose('stop', ...writers);
  await restore(deployment);
  const after = await documents(deployment);
  if (after !== before) throw new Error(`Before: ${before.trim()}. After: ${after.trim()}`);
  await startAgain(deployment);
  return `${before.trim().split('\n').slice(0, 4).join(' + ')} documents`;
}

/** Tests "To a moment" of docs/operations.md: somebody empties a table, and the data is restored to the moment before that. */
export async function undoMistake(deployment: Deployment): Promise<string> {
  await deployment.ops('backup');
  await deployment.compose('stop', ...writers);
  // After the backup there is one change that the restore must keep, and one that it must not.
  await deployment.sql('use portal_licences; create table kept (id int primary key); insert into kept values (1)');
  const before = await documents(deployment);
  await wait(1_100);
  const moment = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString();
  await wait(1_100);
  await deployment.sql('delete from portal_declarations.arrival_declaration; insert into portal_licences.kept values (2)');
  const told = await restore(deployment, '--until', moment);
  const words = /apply-log with (\S+) (\d+) '([^']+)'/.exec(told)?.slice(1) ?? [];
  await deployment.run('apply-log', ...words);
  await restore(deployment, '--until', moment);
  const after = await documents(deployment);
  if (after !== before) throw new Error(`Before: ${before.trim()}. After: ${after.trim()}`);
  const kept = (await deployment.sql('select count(*) from portal_licences.kept; drop table portal_licences.kept')).trim();
  if (kept !== '1') throw new Error(`What was written before the moment: 1 row. After: ${kept}`);
  await startAgain(deployment);
  return `back to ${moment}, with what was written since the backup`;
}

/** Starts everything on the restored data, and compares receipts with documents. */
async function startAgain(deployment: Deployment): Promise<void> {
  await deployment.up();
  await deployment.healthy(300);
  await deployment.ready();
  await deployment.ops('reconcile');
}

/** Restores the newest backup, informs the witness and empties Redis. @param more further arguments of the command @returns what the command printed */
async function restore(deployment: Deployment, ...more: string[]): Promise<string> {
  const newest = await newestIn(deployment, '/data/backups');
  const { MYSQL_ROOT_PASSWORD: password } = deployment.secrets;
  const account = { MYSQL_URL: `mysql://root:${password}@mariadb:3306` };
  const told = await deployment.runWith(account, '-e', 'MYSQL_URL', 'ops', 'restore', newest, '--force', ...more);
  for (const [, log = '', size = '', reason = ''] of told.matchAll(/main\.js restored (\S+) (\d+) "([^"]+)"/g))
    await deployment.compose('exec', '-T', 'witness', 'node', 'main.js', 'restored', log, size, reason);
  const emptied = await deployment.compose('exec', '-T', 'redis', 'sh', '-c', emptyRedis);
  if (emptied.trim() !== 'OK') throw new Error(`Redis was not emptied: ${emptied}`);
  return told;
}
