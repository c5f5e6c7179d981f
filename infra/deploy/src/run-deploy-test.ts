import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { components } from '@portal/dev/deployment/components';
import { command } from './command.ts';
import { unpackNewest } from './debian.ts';
import { type BaseOrigin, Images, unpacked } from './images.ts';
import { commitOf, writeReport } from './report.ts';
import { type Step, Steps, stepsTable } from './steps.ts';
import { whatIsMissing } from './tools.ts';

export interface Options {
  /** The project, built. */
  root: string;
  /** A folder that keeps images between runs; a scratch folder if left out. */
  images?: string;
  /** A commit that runs first, as it was shipped, and is upgraded to the project; nothing but that is tried then. */
  from?: string;
  /** Whether docs/deployed.md is written. */
  write: boolean;
}

/** What the first half hands to the half that runs in a network of its own. */
export interface Prepared {
  root: string;
  scratch: string;
  images: string;
  tools: string;
  /** The browser of the journeys. */
  chromium: string;
  /** The versions of the images: the one that starts, and the one it is upgraded to. Their sources are in folders of their names. */
  versions: [string, string];
  /** The commit of the first version, where it is an earlier one. */
  from?: string;
}

/** Copies the files of the project that Git knows, or those of a commit. */
async function copySource(root: string, to: string, commit?: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  if (commit) {
    await command('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', root, commit, to]);
    return;
  }
  const files = (await command('git', ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']))
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

/**
 * Builds the images of the portal, starts compose.yaml as shipped in a network of its own, and does what docs/operations.md describes.
 * @returns whether all went well
 */
export async function runDeployTest({ root, images: kept, from, write }: Options): Promise<boolean> {
  const missing = whatIsMissing();
  if (missing) throw new Error(missing);
  const scratch = mkdtempSync(join(tmpdir(), 'portal-deploy-'));
  const steps = new Steps();
  const state = join(scratch, 'steps.json');
  const commit = await commitOf(root);
  let inside: ReturnType<typeof spawn> | undefined;
  const stop = (): void => void inside?.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const images = new Images(kept ?? join(scratch, 'images'));
    const tools = join(kept ?? scratch, 'tools');
    const versions: Prepared['versions'] = ['before', 'after'];
    let base: BaseOrigin = 'a registry';
    // The network inside leads nowhere: a browser could not be fetched there.
    const { findChromium } = (await import(pathToFileURL(join(root, 'infra/dev/lib/chromium.mjs')).href)) as { findChromium(): Promise<string | undefined> };
    const chromium = await findChromium();
    if (!chromium) throw new Error('There is no Chromium for the journeys. Name one with CHROMIUM_PATH.');
    await steps.run('Programs and the image to build on', async () => {
      await unpackNewest(tools, unpacked);
      base = await images.base();
      return `node:22-slim from ${base}`;
    });
    for (const version of versions) {
      const sources = join(scratch, version);
      await copySource(root, sources, version === 'before' ? from : undefined);
      // Without an earlier commit the first build differs in a remark, so that both have versions of their own.
      if (version === 'before' && !from) appendFileSync(join(sources, 'mf-trips/src/app.tsx'), '// The build before.\n');
      for (const component of components(sources))
        await steps.run(`Image ${component.image}:${version}`, async () => {
          await images.component(component, sources, version);
          return 'built';
        });
    }
    await steps.run('Images of the servers', async () => {
      await images.standIns(root, tools);
      return "made of Debian's packages and npm's";
    });
    const prepared: Prepared = { root, scratch, images: kept ?? join(scratch, 'images'), tools, chromium, versions, from };
    writeFileSync(join(scratch, 'prepared.json'), JSON.stringify(prepared));
    // A network, a process space and mounts of its own: whatever happens, they end with its first process.
    const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const script = join(root, 'infra/deploy/deploy-test.mjs');
    inside = spawn('unshare', [...own, process.execPath, script, '--inside', scratch], { stdio: 'inherit' });
    const code = await new Promise<number | null>((done) => inside?.once('exit', done));
    if (existsSync(state)) steps.done.push(...(JSON.parse(readFileSync(state, 'utf8')) as Step[]));
    const passed = code === 0 && steps.done.every((step) => step.passed);
    console.log(
      `\n${stepsTable(steps.done)}\n\n${steps.done.filter((step) => step.passed).length} passed, ${steps.done.filter((step) => !step.passed).length} failed`,
    );
    if (write && passed) writeReport(root, steps.done, { commit, base, from });
    return passed;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
