import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseBalancer, groupTimeouts } from './galera.ts';
import { sentinelSettings } from './redis-with-replica.ts';

/** The tested cluster must be the one that the documentation tells operators to build. */
describe('docs/operations.md', () => {
  const documented = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');

  it('gives the settings of HAProxy with which the faults are injected', () => {
    const lines = databaseBalancer(3306, 8405, {})
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !/^(bind|maxconn) /.test(line));
    expect(lines.length).toBeGreaterThan(18);
    expect(lines.filter((line) => !documented.includes(line))).toEqual([]);
  });

  it('gives the settings of the Sentinels with which the faults are injected', () => {
    expect(sentinelSettings.filter((setting) => !documented.includes(setting))).toEqual([]);
  });

  it('gives the timeouts of the nodes with which the faults are injected', () => {
    expect(
      Object.entries(groupTimeouts)
        .map(([name, value]) => `${name}=${value}`)
        .filter((setting) => !documented.includes(setting)),
    ).toEqual([]);
  });
});
