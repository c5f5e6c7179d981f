import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Portal as RunningPortal, startPortal } from '@portal/dev/portal';
import { smallPdf } from '@portal/load/small-pdf';
import type { Environment } from '@portal/service-kit';
import type { TestBackend } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';

/** The project's folder. */
export const root = join(__dirname, '../../../..');
const arrivals = '/api/declarations/v1/traveller/declaration';
export const pdf = smallPdf();

/** Returns the settings of a portal with an empty page and no remotes. Both folders are below `folder`. */
export function settingsOf(backend: TestBackend, folder: string): Environment {
  for (const name of ['web', 'remotes']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>x</title><!--PRELOAD--><!--REGISTRY-->');
  return { ...backend.env, WEB_DIR: join(folder, 'web'), REMOTES_DIR: join(folder, 'remotes') };
}

const commands = {
  backup: 'infra/backup/backup.mjs',
  restore: 'infra/backup/restore.mjs',
  'keys:rotate': 'infra/backup/keys-rotate.mjs',
  'audit:verify': 'infra/backup/audit-verify.mjs',
};

/** Runs a command such as `npm run backup`. @returns whether it succeeded, and its output */
export const command = (name: keyof typeof commands, env: Environment, ...words: string[]): Promise<{ done: boolean; says: string }> =>
  new Promise((resolve) => {
    const all = { PATH: process.env.PATH, ...env } as NodeJS.ProcessEnv;
    execFile(process.execPath, [join(root, commands[name]), ...words], { cwd: root, env: all }, (error, out, err) =>
      resolve({ done: !error, says: out + err }),
    );
  });

/** The whole portal, running in the process of the test. */
export class Portal {
  private constructor(private readonly running: RunningPortal) {}

  static async start(env: Environment): Promise<Portal> {
    return new Portal(await startPortal({ environment: env, root }));
  }

  private get url(): string {
    return this.running.url;
  }

  async register(body: object = anArrival(), path = arrivals): Promise<string> {
    const answer = await fetch(`${this.url}${path}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    expect([answer.status, told.errors]).toEqual([201, undefined]);
    return told.model.id;
  }
  async load(id: string, path = arrivals): Promise<{ id: string; version: number }> {
    return (await (await fetch(`${this.url}${path}/${id}/document`)).json()).model;
  }
  /** Updates a document as its applicant. */
  async update(model: object, path = arrivals): Promise<{ id: string; version: number }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.url}${path}/`, { method: 'POST', headers, body: JSON.stringify(model) });
    const told = await answer.json();
    expect([answer.status, told.errors]).toEqual([200, undefined]);
    return told.model;
  }
  print(id: string): Promise<Buffer> {
    return this.bytes(`${arrivals}/${id}/print-form`);
  }
  async upload(): Promise<string> {
    const body = new FormData();
    body.append('file', new Blob([pdf], { type: 'application/pdf' }), 'a.pdf');
    return (await (await fetch(`${this.url}/api/media/v1/default`, { method: 'POST', body })).json()).uid;
  }
  download(uid: string): Promise<Buffer> {
    return this.bytes(`/api/media/v1/${uid}`);
  }
  private async bytes(path: string): Promise<Buffer> {
    for (;;) {
      const answer = await fetch(`${this.url}${path}`);
      if (answer.status !== 503) return Buffer.from(await answer.arrayBuffer());
    }
  }

  stop(): Promise<void> {
    return this.running.close();
  }
}
