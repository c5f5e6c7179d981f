import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { abortCanary } from './lib/canary.mjs';
import { newKey } from './lib/keys.mjs';
import { canary, prune, publish, rollback, verify } from './lib/remotes.mjs';
import { publicText } from './lib/signing.mjs';
import { calledFrom, root, worldOf } from './lib/world.mjs';

const usage = `npm run remote -- <command>

  publish <area> | --from <build>       build the area if it has changed, or take that build, and deploy it to every visitor
  canary <area> <1|10|50|100>           deploy to so many of a hundred visitors: [--version <v>], the running canary,
                                        or a build as for publish; 100 makes it everyone's
  canary <area> --abort                 everyone gets the stable version again
  rollback <area> [<version>]           deploy an earlier version again (default: the one before)
  list                                  what is deployed
  history [<area>]                      every change, oldest first
  prune [--keep <n>]                    remove versions beyond the newest 20 of each area
  verify                                check signatures, hashes and files of what is deployed
  keys <area> [--into <folder>]         make a key pair to sign an area with

  --why <text>   goes into the history, with REMOTES_WHO or the user's name
  --key <file>   private key to sign with (or REMOTES_SIGNING_KEY)
  --json         the result as JSON

It ends with 0 when it was done, 1 when it was refused or went wrong, 2 when the command was not understood.`;

/** A command that was not understood. */
class UsageError extends Error {}

const needed = (value, what) => {
  if (!value) throw new UsageError(`Which ${what}?`);
  return value;
};

const number = (text, what) => {
  if (!/^\d+$/.test(text ?? '')) throw new UsageError(`${what} must be a number.`);
  return Number(text);
};

const here = (folder) => path.resolve(calledFrom(), folder);

/** The area's own build: made now from its source, which an image that only deploys does not have. */
function buildOf(area) {
  if (existsSync(path.join(root, area, 'src'))) {
    const { status } = spawnSync(process.execPath, ['infra/build/build.mjs', area], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status) throw new Error(`${area} does not build, so nothing was deployed.`);
  }
  return path.join(root, area, 'dist');
}

/** Each gives what to print as JSON, and as lines for people. */
const commands = {
  async publish({ world, area, values }) {
    const dir = values.from ? here(values.from) : buildOf(needed(area, 'area'));
    return done(await publish({ ...world, area, dir, why: values.why }));
  },
  async canary({ world, area, third, values }) {
    needed(area, 'area');
    if (values.abort) {
      const result = await abortCanary({ store: world.store, area, why: values.why ?? '', by: world.by });
      return [result, [result.version ? `${area} ${result.version} is aborted; everyone gets the stable version` : `${area} has no canary`]];
    }
    const share = number(third, 'The share of visitors');
    const running = (await world.store.registry()).areas.find(({ name }) => name === area)?.canary;
    const dir = values.from ? here(values.from) : running || values.version ? undefined : buildOf(area);
    return done(await canary({ ...world, area, share, version: values.version, dir, why: values.why }), share);
  },
  async rollback({ world, area, third, values }) {
    return done(await rollback({ ...world, area: needed(area, 'area'), version: third ?? values.version, why: values.why }));
  },
  async list({ world }) {
    const { generation, areas } = await world.store.registry();
    const shown = areas.map(({ name, version, prefixes, canary: one }) => ({
      name,
      version,
      prefixes,
      ...(one ? { canary: one.version, share: one.share } : {}),
    }));
    return [
      { generation, areas: shown },
      [
        `generation ${generation}`,
        ...shown.map(
          (one) => `${one.name.padEnd(20)} ${one.version.padEnd(20)} ${one.prefixes.join(' ')}${one.canary ? `  (${one.canary} for ${one.share} %)` : ''}`,
        ),
      ],
    ];
  },
  async history({ world, area }) {
    const changes = (await world.store.history()).filter((change) => !area || change.area === area);
    const line = ({ generation, at, action, share, from, version, by, why, ...change }) =>
      `${String(generation).padStart(4)}  ${at}  ${`${action}${share ? ` ${share} %` : ''}`.padEnd(11)}  ${change.area} ${from ?? '–'} → ${version}  ${by}  ${why}`;
    return [changes, changes.map(line)];
  },
  async prune({ world, values }) {
    const removed = await prune({ ...world, keep: values.keep ? number(values.keep, '--keep') : undefined });
    return [removed, removed.length ? removed.map(({ area, version }) => `${area} ${version} removed`) : ['Nothing to remove']];
  },
  async verify({ world }) {
    const wrong = await verify(world);
    if (wrong.length) process.exitCode = 1;
    return [{ wrong }, wrong.length ? wrong : ['Everything that is deployed has its signature and its hashes']];
  },
  async keys({ area, values }) {
    const file = path.join(here(values.into ?? '.'), `${needed(area, 'area')}.pem`);
    const pem = newKey();
    const trusted = { [area]: [publicText((await import('node:crypto')).createPrivateKey(pem))] };
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
    return [
      { file, trusted },
      [`${file} is the private key: keep it secret`, `For the gateway's file of trusted keys (REMOTES_KEYS): ${JSON.stringify(trusted)}`],
    ];
  },
};

const done = (result, share = 100) => [
  result,
  [
    result.changed
      ? `${result.area} ${result.version} is deployed${share < 100 ? ` to ${share} of a hundred visitors` : ''} (generation ${result.generation})`
      : `${result.area} ${result.version} was deployed already`,
  ],
];

const options = /** @type {const} */ ({
  from: { type: 'string' },
  version: { type: 'string' },
  why: { type: 'string' },
  keep: { type: 'string' },
  key: { type: 'string' },
  into: { type: 'string' },
  abort: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
});

function read() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

try {
  const { values, positionals } = read();
  const [command, area, third] = positionals;
  if (values.help) console.log(usage);
  else {
    if (!Object.hasOwn(commands, command ?? '')) throw new UsageError(command ? `There is no command "${command}".` : 'Which command?');
    const environment = { ...process.env, ...(values.key ? { REMOTES_SIGNING_KEY: here(values.key) } : {}) };
    const [result, lines] = await commands[command]({ world: await worldOf(environment), area, third, values });
    if (values.json) console.log(JSON.stringify(result, null, 2));
    else for (const line of lines) console.log(line);
  }
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
