import { at, foldersWith, readJson } from '../build/lib/paths.mjs';
import { serveRemote } from '../build/lib/webpack/development.mjs';
import { giveBackAtEnd, replacePart, runningPortal, workspace } from './lib/running-portal.mjs';

/** `npm run dev -w mf-trips`: serves an area's screens from their source, and reloads the page after each change. */
const name = workspace();

try {
  const portal = runningPortal();
  const server = await serveRemote(name, 4201 + foldersWith('mf-').indexOf(name));
  const own = `http://localhost:${server.options.port}/remote.json`;
  replacePart(name, own);
  giveBackAtEnd(name, () => server.stop());
  const { menu, prefixes } = readJson(at(name, 'area.json'));
  const screen = menu[0]?.path ?? prefixes[0];
  console.log(`\n  ${name} is served from its source. Open it in the portal:\n\n    ${portal.url}${screen}?override=${name}@${own}\n`);
  console.log('  The page says at its top that it runs this build, and offers to go back to what is deployed. Stop with Ctrl-C.\n');
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
