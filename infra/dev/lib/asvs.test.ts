import { join } from 'node:path';
import { asvsFaults, asvsPage, readAsvs, standingOf } from './asvs.mjs';
import { fileFault, testFault } from './proofs.mjs';

const folder = join(__dirname, '../../../docs/asvs');
const strict = { test: testFault, file: fileFault };
const accepting = { test: () => undefined, file: () => undefined };
type Asvs = ReturnType<typeof readAsvs>;
type Requirement = Asvs['chapters'][number]['requirements'][number];

/** Returns the faults after a change to the project's own list. */
function faultsAfter(change: (asvs: Asvs, of: (id: string) => Requirement) => void, check: Parameters<typeof asvsFaults>[1] = accepting): string[] {
  const asvs = readAsvs(folder);
  change(asvs, (id) => asvs.chapters.flatMap(({ requirements }) => requirements).find((requirement) => requirement.id === id) as Requirement);
  return asvsFaults(asvs, check);
}

describe('the list of OWASP ASVS 5.0', () => {
  it('has every requirement with a proof that is there', () => expect(faultsAfter(() => undefined, strict)).toEqual([]));

  it('is refused when a requirement is missing, doubled or has another level', () => {
    expect(faultsAfter(({ chapters }) => void chapters[0]?.requirements.shift())).toEqual([
      'level 2 has 183 requirements, and 182 are listed',
      '1.1.2 does not follow 1.1.0',
    ]);
    expect(faultsAfter(({ chapters }) => void chapters.pop())).toHaveLength(2);
    expect(faultsAfter((_asvs, of) => Object.assign(of('1.1.2'), { id: '1.1.1' }))).toEqual(['1.1.1 does not follow 1.1.1']);
    expect(faultsAfter((_asvs, of) => Object.assign(of('1.2.1'), { level: 3 }))).toEqual([
      'level 1 has 70 requirements, and 69 are listed',
      'level 3 has 92 requirements, and 93 are listed',
    ]);
  });

  it('is refused when a proof is not there', () => {
    const withProof = (...proof: Requirement['proof']) => faultsAfter((_asvs, of) => Object.assign(of('9.1.1'), { proof }), strict);
    expect(withProof()).toEqual(['9.1.1 has no proof']);
    expect(withProof({ test: 'asvs.test.ts › is refused when a proof is not there' })).toEqual([]);
    expect(withProof({ test: 'asvs.test.ts › is refused when pigs fly' })).toEqual([
      '9.1.1: infra/dev/lib/asvs.test.ts has no test "is refused when pigs fly"',
    ]);
    expect(withProof({ test: 'nowhere.test.ts › is there' })).toEqual(['9.1.1: nowhere.test.ts does not exist']);
    expect(withProof({ file: 'package.json', search: '"single-window-portal"' })).toEqual([]);
    expect(withProof({ file: 'package.json', search: '"double-window-portal"' })).toEqual(['9.1.1: ""double-window-portal"" does not stand in package.json']);
    expect(withProof({ file: 'nowhere.json', search: 'x' })).toEqual(['9.1.1: nowhere.json does not exist']);
    expect(withProof({ 'does not apply': 'no' })).toEqual(['9.1.1: {"does not apply":"no"} is no test, file or reason']);
  });

  it('is refused when level 1 or 2 is open and not a known gap, or a known gap is closed', () => {
    const open = { open: 'Something is still missing here' };
    expect(faultsAfter((_asvs, of) => of('9.1.1').proof.push(open))).toEqual([expect.stringMatching(/^9\.1\.1 is open at level 1: /)]);
    expect(faultsAfter((_asvs, of) => of('11.7.1').proof.push(open))).toEqual([]);
    expect(faultsAfter(({ gaps }) => void gaps.push({ ids: ['9.1.1'], gap: 'g', until: 'u' }))).toEqual([
      expect.stringMatching(/^9\.1\.1 is a known gap and is not open/),
    ]);
    expect(faultsAfter(({ gaps }) => void gaps.push({ ids: ['99.1.1'], gap: 'g', until: '' }))).toEqual([
      'known-gaps.yaml names 99.1.1, which is no requirement',
      'known-gaps.yaml has a gap without its words',
    ]);
  });

  it('counts a requirement as open when any part of it is, else by its strongest proof', () => {
    const standing = (...proof: Requirement['proof']) => standingOf({ id: '1.1.1', level: 1, asks: 'x', proof });
    const [test, file, none, open] = [{ test: 't' }, { file: 'f', search: 's' }, { 'does not apply': 'n' }, { open: 'o' }];
    expect([standing(none, file, test), standing(none, file), standing(none), standing(test, open)]).toEqual(['test', 'file', 'does not apply', 'open']);
  });
});

it('the page shows the counts and the known gaps before the chapters', () => {
  const page = asvsPage(readAsvs(folder));
  const places = ['| level | requirements |', '## Known gaps', '## V1 ', '## V17 '].map((text) => page.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  for (const [level, count] of [
    [1, 70],
    [2, 183],
    [3, 92],
  ]) {
    const [, , total, ...parts] =
      page
        .split('\n')
        .find((line) => line.startsWith(`| ${level} | ${count} |`))
        ?.split('|')
        .map(Number) ?? [];
    expect(parts.slice(0, 4).reduce((a, b) => a + b)).toBe(total);
  }
});
