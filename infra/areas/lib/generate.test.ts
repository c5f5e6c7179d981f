import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.mjs';

const root = join(__dirname, '../../..');

/** Makes a copy of this project that has only its kits and tools. */
function aProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'portal-area-'));
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'jest.config.mjs', 'packages', 'infra', 'e2e']) {
    cpSync(join(root, file), join(project, file), { recursive: true, filter: (source) => !/[/\\](dist|node_modules)$/.test(source) });
  }
  // Link the packages that are installed here, and the project's own packages from the copy.
  const own = new Set(['svc-permits', 'mf-permits', '@portal']);
  const modules = join(project, 'node_modules');
  // jest.config.mjs names these folders.
  for (const folder of ['shell', 'e2e/contract']) mkdirSync(join(project, folder), { recursive: true });
  mkdirSync(join(modules, '@portal'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!own.has(name) && !/^(mf|svc)-|^shell$/.test(name)) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const kit of readdirSync(join(root, 'packages'))) symlinkSync(join('../../packages', kit), join(modules, '@portal', kit));
  for (const name of ['mf-permits', 'svc-permits']) symlinkSync(join('..', name), join(modules, name));
  return project;
}

it('a new area type-checks, passes its tests on its own service, and builds', () => {
  const project = aProject();
  const run = (...args: string[]): string => {
    try {
      return execFileSync(process.execPath, args, {
        cwd: project,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { PATH: process.env.PATH, HOME: project, WRITE_DOCUMENTS: '1' },
      });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`);
    }
  };
  try {
    const before = readdirSync(project);
    const withoutNpm = { cwd: project, env: { PATH: '' }, stdio: 'pipe' } as const;
    expect(() => execFileSync(process.execPath, ['infra/areas/area.mjs', 'new', 'permits'], withoutNpm)).toThrow('npm');
    expect(readdirSync(project)).toEqual(before);

    expect(generate({ area: 'permits', root: project })).toEqual(['mf-permits', 'svc-permits']);
    // Only the new area is type-checked here. The sources of the kits are already checked in the real project.
    const config = { extends: './tsconfig.json', include: ['mf-permits/src', 'svc-permits/src', 'svc-permits/contract', 'packages/*/src/**/*.d.ts'] };
    writeFileSync(join(project, 'tsconfig.area.json'), JSON.stringify(config));
    run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.area.json');
    // The tests of the screens write the contract file that the tests of the service then verify.
    run('node_modules/jest/bin/jest.js', 'mf-permits');
    run('node_modules/jest/bin/jest.js', 'svc-permits');
    run('infra/build/build.mjs', 'svc-permits');
    // Publishing builds the area and then needs the shell, which is not built here.
    expect(() => run('infra/dev/remote.mjs', 'publish', 'mf-permits')).toThrow('build the shell first');
    expect(readdirSync(join(project, 'mf-permits/dist'))).toContain('remote.json');
    expect(readdirSync(join(project, 'svc-permits/dist/src'))).toContain('main.js');
    expect(() => generate({ area: 'permits', root: project })).toThrow('mf-permits is there already');
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}, 1_200_000);

it.each(['', 'x', 'Permits', 'per-mits', '../permits'])('%j is no name for an area', (area) => {
  expect(() => generate({ area, root })).toThrow(/A name is/);
});
