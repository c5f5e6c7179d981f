/**
 * Changes modules of svc-declarations while they are loaded, as the source of a next version would. `expanded` finds arrivals by the folded form of the
 * occupation, in an additional column with an index. `contracted` is the version after `expanded`: it has dropped the column again.
 */
import type { LoadHook } from 'node:module';

interface Change {
  /** The end of the URL of the module. */
  module: string;
  /** A text that occurs exactly once in the module, and its replacement. */
  text?: [before: string, after: string];
  /** A text that is appended to the module. */
  added?: string;
}

const migrations = new URL('./next-version-migrations.js', import.meta.url).href;

const migratedBy = (version: string): Change => ({
  module: '/svc-declarations/dist/src/index.js',
  text: ['migrations: [', `migrations: [...further.${version},`],
  added: `import * as further from '${migrations}';`,
});

const changes: Record<string, Change[]> = {
  expanded: [
    migratedBy('expanded'),
    {
      module: '/arrival/arrival.row.js',
      added: "import { FoldedColumn } from '@portal/service-kit'; FoldedColumn()(ArrivalRow.prototype, 'occupationFolded');",
    },
    {
      module: '/arrival/arrival.definition.js',
      text: ['search: {', "searchLayout: 1, search: { occupationText: { column: 'occupation', type: 'TEXT', folding: 'name' },"],
    },
  ],
  contracted: [migratedBy('contracted')],
};

const wanted = changes[process.env.NEXT_VERSION ?? ''];
if (!wanted) throw new Error(`NEXT_VERSION is one of ${Object.keys(changes).join(', ')}`);

/** Loads a module and changes its source. @throws Error if the module has changed since this hook was written */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  const change = wanted.find(({ module }) => url.endsWith(module));
  if (!change) return loaded;
  const [before = '', after = ''] = change.text ?? [];
  const parts = change.text ? String(loaded.source).split(before) : [String(loaded.source)];
  if (change.text && parts.length !== 2) throw new Error(`${change.module} has "${before}" ${parts.length - 1} times: the next version cannot be made of it`);
  return { ...loaded, source: `${parts.join(after)}\n${change.added ?? ''}` };
};
