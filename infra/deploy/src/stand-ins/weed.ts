/** Stands in for SeaweedFS where its image is not available: s3rver, behind the commands of "weed" that the Compose file uses. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

interface Identities {
  identities: { credentials: { accessKey: string; secretKey: string }[] }[];
}

interface Call {
  path: string;
  body: string;
}

/** The parts of s3rver that are used here. */
interface Store {
  middleware: ((call: Call, next: () => unknown) => unknown)[];
  store: { putBucket(name: string): Promise<void>; listBuckets(): Promise<{ name: string }[]> };
  run(): Promise<unknown>;
}

/** The port at which "weed shell" calls this server. SeaweedFS has its own protocol for that. */
const shellPort = 9333;

async function serve(words: string[]): Promise<void> {
  const optionOf = (name: string): string => words.find((word) => word.startsWith(`-${name}=`))?.slice(name.length + 2) ?? '';
  const load = createRequire(import.meta.url);
  const S3rver = load('s3rver') as new (options: object) => Store;
  const { DUMMY_ACCOUNT: account } = load('s3rver/lib/models/account') as { DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void } };
  const { identities } = JSON.parse(readFileSync(optionOf('s3.config'), 'utf8')) as Identities;
  for (const { accessKey, secretKey } of identities.flatMap(({ credentials }) => credentials)) account.createKeyPair(accessKey, secretKey);
  // Without a certificate the server speaks plain HTTP, as SeaweedFS does.
  const [cert, key] = ['s3.cert.file', 's3.key.file'].map((name) => (optionOf(name) ? readFileSync(optionOf(name)) : undefined));
  const server = new S3rver({ address: '0.0.0.0', port: 8333, cert, key, silent: true, directory: optionOf('dir'), vhostBuckets: false });
  server.middleware.unshift((call, next) => {
    if (call.path !== '/healthz') return next();
    call.body = 'ok';
    return undefined;
  });
  await server.run();
  createServer(async (call, answer) => {
    const [command, , name] = (await text(call)).trim().split(' ');
    if (command === 's3.bucket.create' && name) await server.store.putBucket(name);
    answer.end((await server.store.listBuckets()).map((bucket) => bucket.name).join('\n'));
  }).listen(shellPort, '0.0.0.0');
  process.once('SIGTERM', () => process.exit(0));
}

const [command, ...words] = process.argv.slice(2);
if (command === 'server') await serve(words);
if (command === 'shell') console.log(await (await fetch(`http://s3:${shellPort}`, { method: 'POST', body: await text(process.stdin) })).text());
