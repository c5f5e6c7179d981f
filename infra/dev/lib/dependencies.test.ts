import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditFaults, integrityFaults, licenceFaults } from './dependencies.mjs';

const report = {
  vulnerabilities: {
    parser: { severity: 'high', via: [{ title: 'Reads too much', url: 'https://github.com/advisories/GHSA-aaaa' }] },
    wrapper: { severity: 'high', via: ['parser'] },
    toy: { severity: 'moderate', via: [{ title: 'Slow', url: 'https://github.com/advisories/GHSA-bbbb' }] },
  },
};

describe('the check of the dependencies', () => {
  it('names each high or critical vulnerability once', () => {
    expect(auditFaults(report, [], '2026-11-21')).toEqual([expect.stringMatching(/^parser: Reads too much \(high, .*GHSA-aaaa\)/)]);
  });

  it('accepts an exception until its last day', () => {
    const allowed = [{ advisory: 'GHSA-aaaa', reason: 'not reached', until: '2026-12-01' }];
    expect(auditFaults(report, allowed, '2026-12-01')).toEqual([]);
    expect(auditFaults(report, allowed, '2026-12-02')).toHaveLength(1);
  });

  it('gives no result when the audit service does not answer', () => {
    expect(auditFaults({ error: { summary: '' } } as never, [], '2026-11-21')).toBeUndefined();
  });

  it('names every package of production whose licence requires more than a notice', () => {
    const packages = {
      'node_modules/good': { license: '(MIT OR GPL-3.0)' },
      'node_modules/both': { license: 'Apache-2.0 AND MIT' },
      'node_modules/a/node_modules/viral': { license: 'AGPL-3.0' },
      'node_modules/within': { license: '(MIT OR GPL-3.0) AND GPL-2.0' },
      'node_modules/beside': { license: 'GPL-3.0-only AND (MIT OR Apache-2.0)' },
      'node_modules/choice': { license: '(GPL-2.0 AND MIT) OR (ISC AND (0BSD OR GPL-3.0))' },
      'node_modules/text': { license: 'SEE LICENSE IN LICENSE.md' },
      'node_modules/silent': {},
      'node_modules/tool': { license: 'GPL-3.0', dev: true },
      'node_modules/libvips-x': { license: 'LGPL-3.0-or-later' },
      'node_modules/font': { license: 'OFL-1.1' },
      'node_modules/font-like': { license: 'OFL-1.1' },
    };
    const faults = licenceFaults({ packages }, [
      { packages: 'libvips-', licence: 'LGPL-3.0-or-later' },
      { packages: 'font', licence: 'OFL-1.1' },
    ]);
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual(['viral', 'within', 'beside', 'text', 'silent', 'font-like']);
  });

  it('names every package without an integrity hash', () => {
    const packages = {
      '': {},
      'packages/own': {},
      'node_modules/own': { link: true },
      'node_modules/good': { integrity: 'sha512-abc' },
      'infra/tool/node_modules/nested': {},
      'node_modules/old': { integrity: 'sha1-abc' },
    };
    const faults = integrityFaults({ packages });
    expect(faults.map((fault) => fault.split(' ')[1])).toEqual(['infra/tool/node_modules/nested', 'node_modules/old']);
    expect(integrityFaults(JSON.parse(readFileSync(join(__dirname, '../../../package-lock.json'), 'utf8')))).toEqual([]);
  });
});
