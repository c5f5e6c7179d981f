import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { components } from '@portal/dev/deployment/components';
import { commitOf } from '@portal/load/measured';
import { command } from './command.ts';
import { unpackNewest } from './debian.ts';
import { type BaseOrigin, Images, unpacked } from './images.ts';
import { writeReport } from './report.ts';
import { type Step, Steps, stepsTable } from './steps.ts';
import { describeMissingPrograms } from './tools.ts';

export interface Options {
  /** The folder of the project, which must be built. */
  root: string;
  /** A folder that keeps images between runs; a temporary folder if left out. */
  images?: string;
  /** A commit from which the upgrade to the project is tested: it is started first, as it was shipped. Nothing else is tested then. */
  from?: string;
  /** Texts in the names of the steps that are run on the deployment, separated by commas; all steps if left out. */
  only?: string;
  /** Whether docs/deployed.md is written, if all steps were run. */
  write: boolean;
}

/** What the first half of the test passes to the half that runs in a separate network. */
export interface Prepared {
  root: string;
  scratch: string;
  images: string;
  tools: string;
  /** The path of the browser that runs the journeys. */
  chromium: string;
  /** The versions of the images: the first is started, then upgraded to the second. The sources of each are in a folder with the name of the version. */
  versions: [string, string];
  /** The commit of the first version, if that is an earlier commit. */
  from?: string;
  /** Texts in the names of the steps that are run, separated by commas. */
  only?: string;
}

/** Copies the files of the project that Git tracks or does not ignore, or the files of a commit. */
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
 * Builds the images of the portal, starts compose.yaml as shipped in a separate network, and does what docs/operations.md describes.
 * @returns whether every step passed
 */
export async function runDeployTest({ root, images: kept, from, only, write }: Options): Promise<boolean> {
  const missing = describeMissingPrograms();
  if (missing) throw new Error(missing);
  const scratch = mkdtempSync(join(tmpdir(), 'portal-deploy-'));
  const steps = new Steps();
  const state = join(scratch, 'steps.json');
  const commit = commitOf(root);
  let inside: ReturnType<typeof spawn> | undefined;
  const stop = (): void => void inside?.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const images = new Images(kept ?? join(scratch, 'images'));
    const tools = join(kept ?? scratch, 'tools');
    const versions: Prepared['versions'] = ['before', 'after'];
    let base: BaseOrigin = 'a registry';
    // The separate network has no connection to the outside, so a browser could not be downloaded there.
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
      // Without an earlier commit the first build differs only in a comment, so that the two builds get different versions.
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
    const prepared: Prepared = { root, scratch, images: kept ?? join(scratch, 'images'), tools, chromium, versions, from, only };
    writeFileSync(join(scratch, 'prepared.json'), JSON.stringify(prepared));
    // Separate network, process and mount namespaces: whatever happens, everything in them ends with their first process.
    const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const script = join(root, 'infra/deploy/deploy-test.mjs');
    inside = spawn('unshare', [...own, process.execPath, script, '--inside', scratch], { stdio: 'inherit' });
    const code = await new Promise<number | null>((done) => inside?.once('exit', done));
    if (existsSync(state)) steps.done.push(...(JSON.parse(readFileSync(state, 'utf8')) as Step[]));
    const passed = code === 0 && steps.done.every((step) => step.passed);
    console.log(
      `\n${stepsTable(steps.done)}\n\n${steps.done.filter((step) => step.passed).length} passed, ${steps.done.filter((step) => !step.passed).length} failed`,
    );
    if (write && passed && !only) writeReport(root, steps.done, { commit, base, from });
    return passed;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
