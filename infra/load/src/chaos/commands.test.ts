import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from '../ledger.ts';
import { Load } from '../load.ts';
import { faultOfCommands, readFaults } from './commands.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = (content: unknown): string => {
  const file = join(folder, 'faults.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const fault = { name: 'trips killed', begin: 'docker kill trips', end: 'docker start trips', seconds: 8, recovers: 30 };

it('reads faults with their commands', () => {
  const [first, second] = readFaults(written([fault, { name: 'database restarted', begin: 'docker restart mysql' }]));
  expect(first).toMatchObject({ name: 'trips killed', recovers: 30 });
  expect(second).toMatchObject({ name: 'database restarted', recovers: 60 });
});

it.each([
  [{}, 'must be an array of faults'],
  [[], 'must be an array of faults'],
  [[fault, null], 'fault 2 is not an object'],
  [[{ ...fault, name: ' ' }], 'fault 1 needs a "name"'],
  [[{ ...fault, begin: undefined }], 'fault 1 needs the command "begin"'],
  [[{ ...fault, end: '' }], 'fault 1 "end" must be a command'],
  [[{ ...fault, seconds: '8' }], 'fault 1 "seconds" must be a number from 0 to 3600'],
  [[{ ...fault, recovers: 3601 }], 'fault 1 "recovers" must be a number from 0 to 3600'],
])('refuses the file %j', (content, message) => {
  expect(() => readFaults(written(content))).toThrow(message);
});

describe('a fault of two commands', () => {
  const inject = (commands: { begin: string; end?: string }, held: number[] = []) =>
    faultOfCommands({ name: 'fault', ...commands, seconds: 3 }).inject(
      { url: 'http://localhost' },
      new Ledger(),
      new Load('http://localhost'),
      async (milliseconds) => void held.push(milliseconds),
    );

  it('lasts as long as it says', async () => {
    const held: number[] = [];
    await inject({ begin: `touch ${folder}/begun` }, held);
    expect(existsSync(join(folder, 'begun'))).toBe(true);
    expect(held).toEqual([3000]);
  });

  it('says which command failed and why, and is ended in spite of it', async () => {
    await expect(inject({ begin: 'echo no such container >&2; exit 3', end: `touch ${folder}/ended` })).rejects.toThrow(
      'the command failed: echo no such container >&2; exit 3\nno such container',
    );
    expect(existsSync(join(folder, 'ended'))).toBe(true);
  });
});
