import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaults, prune, publish, rollback, verify } from './lib/remotes.mjs';

const usage = `npm run remote -- <command>

  publish <area> [--dir <build>] [--why <text>]   deploy a build (default: <area>/dist)
  list                                            what is deployed
  history [<area>]                                every change, oldest first
  rollback <area> [<version>] [--why <text>]      deploy an earlier version again
  prune [--keep <n>]                              remove versions beyond the newest 20 of each area
  verify                                          compare deployed files with their hashes`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dir: { type: 'string' }, why: { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean' } },
});
const [command, area, version] = positionals;
const { store } = defaults();

const needed = (value, what) => {
  if (!value) throw new Error(`Which ${what}?\n\n${usage}`);
  return value;
};

const commands = {
  async publish() {
    const result = await publish({ area: needed(area, 'area'), dir: path.resolve(values.dir ?? path.join(needed(area, 'area'), 'dist')), why: values.why });
    console.log(result.changed ? `${area} ${result.version} is deployed (generation ${result.generation})` : `${area} ${result.version} was deployed already`);
  },
  async list() {
    const { generation, areas } = await store.registry();
    console.log(`generation ${generation}`);
    for (const one of areas) console.log(`${one.name.padEnd(20)} ${one.version.padEnd(20)} ${one.prefixes.join(' ')}`);
  },
  async history() {
    for (const entry of await store.history()) {
      if (area && entry.area !== area) continue;
      console.log(
        `${String(entry.generation).padStart(4)}  ${entry.at}  ${entry.action.padEnd(8)}  ${entry.area} ${entry.from ?? '–'} → ${entry.version}  ${entry.by}  ${entry.why}`,
      );
    }
  },
  async rollback() {
    const result = await rollback({ area: needed(area, 'area'), version, why: values.why });
    console.log(`${area} ${result.version} is deployed (generation ${result.generation})`);
  },
  async prune() {
    const removed = await prune({ keep: values.keep ? Number(values.keep) : undefined });
    console.log(removed.length ? removed.map((one) => `${one.area} ${one.version} removed`).join('\n') : 'Nothing to remove');
  },
  async verify() {
    const wrong = await verify({});
    console.log(wrong.length ? wrong.join('\n') : 'Every deployed file has the hash it was published with');
    if (wrong.length) process.exitCode = 1;
  },
};

try {
  if (!Object.hasOwn(commands, command ?? '')) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else await commands[command]();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
