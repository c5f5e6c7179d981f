import { root } from '../build/lib/paths.mjs';
import { buildAndPublish, checkNode, install } from './lib/prepare.mjs';

/** `npm start`: from a fresh clone to a running portal. `-- --demo` fills it with made-up cases. */
const began = Date.now();
try {
  checkNode();
  await install();
  await buildAndPublish();
  console.log('Starting the portal …');
  const { runPortal } = await import('@portal/dev/main');
  await runPortal(root, began, { demo: process.argv.includes('--demo') });
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
