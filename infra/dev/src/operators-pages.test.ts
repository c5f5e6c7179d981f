import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages and alerts by which people operate a deployment. They must not need a checkout of the project. */
const read = (file: string): string => readFileSync(join(__dirname, '../../..', file), 'utf8');

describe('what operators read', () => {
  it.each(['docs/on-call.md', 'infra/observability/alerts.yaml', 'infra/observability/servers-alerts.yaml'])(
    '%s names commands of the deployment, and none that would read the data of a checkout',
    (file) => {
      const commands = read(file)
        .replace(/^#.*$/gm, '')
        .match(/npm run [\w:-]+/g);
      expect(commands).toBeNull();
    },
  );
});
