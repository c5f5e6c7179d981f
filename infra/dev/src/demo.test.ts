import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Demonstration, runSeed } from './demo.ts';

it.each([
  ['in production', { NODE_ENV: 'production' }, 'never in production'],
  ['with a sign-in of its own', { OIDC_ISSUER: 'https://login.example.org' }, 'need the development sign-in'],
])('makes up no cases %s', (_what, environment, reason) => expect(() => new Demonstration('/nowhere', environment)).toThrow(reason));

it('makes up only cases that are missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const { DATA_DIR } = process.env;
  try {
    process.env.DATA_DIR = folder;
    expect(new Demonstration('/nowhere', { DATA_DIR: folder }).isFilled()).toBe(false);
    writeFileSync(join(folder, 'demo.json'), JSON.stringify({ cases: 300 }));
    expect(new Demonstration('/nowhere', { DATA_DIR: folder }).filled()).toBe(300);
    // In this folder there is no portal that could start.
    expect(await runSeed('/nowhere', 300)).toBe(true);
    await expect(runSeed('/nowhere', 301)).rejects.toThrow();
  } finally {
    if (DATA_DIR === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = DATA_DIR;
    rmSync(folder, { recursive: true, force: true });
  }
});
