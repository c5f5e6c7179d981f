import { writeFileSync } from 'node:fs';
import { at, root } from './lib/root.mjs';

/** Writes `docs/settings.md` from the settings classes of the built services. */
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { settingsPage } = await import('@portal/dev/deployment/settings-page');
writeFileSync(at('docs/settings.md'), await settingsPage(root));
