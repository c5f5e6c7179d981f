import { createPrivateKey } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { abortCanary, canary } from './canary.ts';
import type { Deployment, DeploymentResult } from './deployment.ts';
import { deploymentFrom } from './deployment-settings.ts';
import type { Environment } from './open-store.ts';
import { versionsInForce } from './orders.ts';
import { prune } from './prune.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';
import { publicKeyText } from './signing.ts';
import { newKey } from './signing-keys.ts';
import { verify } from './verify.ts';

const usage = `npm run remote -- <command>

  publish <area> | --from <build>       build the area if it has changed, or take that build, and deploy it to every visitor;
                                        with --new-only only if that version was never deployed
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

/** Reports a command line that was not understood. */
class UsageError extends Error {}

const options = {
  from: { type: 'string' },
  version: { type: 'string' },
  why: { type: 'string' },
  keep: { type: 'string' },
  key: { type: 'string' },
  into: { type: 'string' },
  abort: { type: 'boolean' },
  'new-only': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** What a command needs besides its command-line arguments. */
export interface CommandContext {
  /** The project's folder. */
  root: string;
  environment: Environment;
  /** Builds an area if its source has changed. Left out where only finished builds exist, as in an image. */
  buildArea?: (area: string) => Promise<unknown>;
}

interface Call extends CommandContext {
  deployment: Deployment;
  area: string | undefined;
  third: string | undefined;
  values: ReturnType<typeof parse>['values'];
}

/** The result of a command: what `--json` prints, the lines for people, and the exit code when it is not 0. */
interface Result {
  json: unknown;
  lines: string[];
  exitCode?: number;
}

function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`Which ${what}?`);
  return value;
}

function wholeNumber(text: string | undefined, what: string): number {
  if (!/^\d+$/.test(text ?? '')) throw new UsageError(`${what} must be a number.`);
  return Number(text);
}

/** Resolves a path of the command line against the folder of the caller, because npm changes into the project's folder before it runs a script. */
const fromCaller = (folder: string, environment: Environment): string =>
  path.resolve((environment.npm_lifecycle_event === 'remote' && environment.INIT_CWD) || process.cwd(), folder);

/** Builds the area if its source has changed. Returns the folder of the build. */
async function ownBuild({ buildArea, root }: Call, area: string): Promise<string> {
  await buildArea?.(area);
  return path.join(root, area, 'dist');
}

const deployedResult = (deployed: DeploymentResult, share = 100): Result => {
  const { area, version, generation, changed } = deployed;
  const visitors = share < 100 ? ` to ${share} of a hundred visitors` : '';
  return {
    json: deployed,
    lines: [changed ? `${area} ${version} is deployed${visitors} (generation ${generation})` : `${area} ${version} was deployed already`],
  };
};

const commands: Record<string, (call: Call) => Promise<Result>> = {
  async publish(call) {
    const { deployment, area, values, environment } = call;
    const dir = values.from ? fromCaller(values.from, environment) : await ownBuild(call, required(area, 'area'));
    const published = await publish({ ...deployment, area, dir, newOnly: values['new-only'], why: values.why });
    const live = (await deployment.store.registry()).areas.find(({ name }) => name === published.area);
    if (published.changed || [live?.version, live?.canary?.version].includes(published.version)) return deployedResult(published);
    const line = `${published.area} ${published.version} was deployed before, and is not in force: ${live?.version} stays. To deploy it again, publish it without --new-only.`;
    return { json: published, lines: [line] };
  },

  async canary(call) {
    const { deployment, third, values, environment } = call;
    const area = required(call.area, 'area');
    if (values.abort) {
      const aborted = await abortCanary({ store: deployment.store, area, why: values.why ?? '', by: deployment.by });
      return {
        json: aborted,
        lines: [aborted.version ? `${area} ${aborted.version} is aborted; everyone gets the stable version` : `${area} has no canary`],
      };
    }
    const share = wholeNumber(third, 'The share of visitors');
    const running = (await deployment.store.registry()).areas.find(({ name }) => name === area)?.canary;
    const hasVersion = Boolean(running || values.version);
    const dir = values.from ? fromCaller(values.from, environment) : hasVersion ? undefined : await ownBuild(call, area);
    return deployedResult(await canary({ ...deployment, area, share, version: values.version, dir, why: values.why }), share);
  },

  async rollback({ deployment, area, third, values }) {
    return deployedResult(await rollback({ ...deployment, area: required(area, 'area'), version: third ?? values.version, why: values.why }));
  },

  async list({ deployment }) {
    const { generation, areas, orders = [] } = await deployment.store.registry();
    const shown = areas.map((signed) => {
      const order = orders.find(({ area }) => area === signed.name);
      const { stable, canary: running } = versionsInForce({ stable: signed, canary: signed.canary }, order);
      return {
        name: signed.name,
        version: stable,
        prefixes: signed.prefixes,
        ...(running ? { canary: running.version, share: running.share } : {}),
        ...(stable === signed.version ? {} : { published: signed.version }),
        ...(order?.stopped ? { stopped: order.stopped.at } : {}),
      };
    });
    const notes = (one: (typeof shown)[number]): string =>
      [
        one.canary ? `  (${one.canary} for ${one.share} %)` : '',
        one.published ? `  (in place of ${one.published}, by an operator)` : '',
        one.stopped ? `  STOPPED since ${one.stopped}` : '',
      ].join('');
    const lines = shown.map((one) => `${one.name.padEnd(20)} ${one.version.padEnd(20)} ${one.prefixes.join(' ')}${notes(one)}`);
    return { json: { generation, areas: shown }, lines: [`generation ${generation}`, ...lines] };
  },

  async history({ deployment, area }) {
    const changes = (await deployment.store.history()).filter((change) => !area || change.area === area);
    const lines = changes.map(({ generation, at, action, share, from, version, by, why, ...change }) => {
      const what = `${action}${share ? ` ${share} %` : ''}`.padEnd(11);
      return `${String(generation).padStart(4)}  ${at}  ${what}  ${change.area} ${from ?? '–'} → ${version}  ${by}  ${why}`;
    });
    return { json: changes, lines };
  },

  async prune({ deployment, values }) {
    const removed = await prune({ store: deployment.store, keep: values.keep ? wholeNumber(values.keep, '--keep') : undefined });
    return { json: removed, lines: removed.length ? removed.map(({ area, version }) => `${area} ${version} removed`) : ['Nothing to remove'] };
  },

  async verify({ deployment }) {
    const wrong = await verify(deployment);
    return {
      json: { wrong },
      lines: wrong.length ? wrong : ['Everything that is deployed has its signature and its hashes'],
      exitCode: wrong.length ? 1 : 0,
    };
  },

  async keys({ area: name, values, environment }) {
    const area = required(name, 'area');
    const file = path.join(fromCaller(values.into ?? '.', environment), `${area}.pem`);
    const pem = newKey();
    const trusted = { [area]: [publicKeyText(createPrivateKey(pem))] };
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
    return {
      json: { file, trusted },
      lines: [`${file} is the private key: keep it secret`, `For the gateway's file of trusted keys (REMOTES_KEYS): ${JSON.stringify(trusted)}`],
    };
  },
};

/**
 * Runs `npm run remote -- <words>` and prints its result.
 * @returns the exit code: 0 done, 1 refused or failed, 2 not understood
 */
export async function runCommand(words: string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(words);
    const [name = '', area, third] = positionals;
    if (values.help) {
      console.log(usage);
      return 0;
    }
    if (!Object.hasOwn(commands, name)) throw new UsageError(name ? `There is no command "${name}".` : 'Which command?');
    const environment = values.key ? { ...context.environment, REMOTES_SIGNING_KEY: fromCaller(values.key, context.environment) } : context.environment;
    const deployment = await deploymentFrom(environment, context.root);
    const { json, lines, exitCode = 0 } = await commands[name]({ ...context, environment, deployment, area, third, values });
    for (const line of values.json ? [JSON.stringify(json, null, 2)] : lines) console.log(line);
    return exitCode;
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof UsageError ? `${message}\n\n${usage}` : message);
    return error instanceof UsageError ? 2 : 1;
  }
}
