/**
 * The order of the test files: those that start many processes first, so that no worker is idle at the end of a run. Jest itself knows how long a
 * file takes only after it has run here once; without that it begins with the largest file, and these are small.
 */
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const root = path.join(__dirname, '../../..');

/** The longest first. */
const long = [
  'e2e/contract/contract.servers.test.ts',
  'e2e/contract/contract.embedded.test.ts',
  'infra/backup/src/drill.test.ts',
  'infra/load/src/chaos/chaos.test.ts',
  'infra/areas/lib/generate.test.ts',
  'infra/dev/src/deployment/processes.servers.test.ts',
  'svc-media/src/built-service.test.ts',
  'infra/witness/src/log-and-witness.test.ts',
  'shell/server/src/proxy/slow-callers.test.ts',
  'infra/backup/src/keys-rotate.test.ts',
  'infra/backup/src/upgrade.test.ts',
  'shell/server/src/page/deployment.test.ts',
];

const files = long.map((file) => path.join(root, file));

class LongFilesFirst extends Sequencer {
  sort(tests) {
    const place = ({ path: file }) => (files.includes(file) ? files.indexOf(file) : files.length);
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
}

module.exports = LongFilesFirst;
module.exports.long = long;
