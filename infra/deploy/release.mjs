import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { at, root } from '../build/lib/paths.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run release -- attest --version <tag> --key <private key>   signs the provenance of the images of a version, and writes it with their bills of
                                                                materials and digests into a folder
npm run release -- verify --key <public key>                    says whether the images of this machine are those of the folder; ends with 1 if not
  --folder <folder>     the folder, in place of release
  --docker <program>    another program with the commands of Docker`;
const { values, positionals } = readOptions(usage, {
  allowPositionals: true,
  options: {
    version: { type: 'string' },
    key: { type: 'string' },
    folder: { type: 'string', default: 'release' },
    docker: { type: 'string', default: 'docker' },
  },
});
const { version, key: keyFile, folder } = values;
const [command] = positionals;
if (!keyFile || !(command === 'verify' || (command === 'attest' && version))) {
  console.error('npm run release -- attest --version <tag> --key <private key>, or: npm run release -- verify --key <public key>');
  process.exit(1);
}
const key = readFileSync(keyFile);
/** @param {string[]} args */
const docker = async (...args) => (await promisify(execFile)(values.docker, args, { maxBuffer: 2 ** 28 })).stdout;

await runTool(async () => {
  const { publicKeyText } = await import('@portal/remotes');
  const { attestImages, releaseProblems } = await import('@portal/dev/deployment/release');
  if (command === 'attest') {
    const count = await attestImages({ root, folder, docker, version: String(version), key: createPrivateKey(key) });
    console.log(`${count} images of version ${version} are signed: ${folder}`);
    return true;
  }
  const problems = await releaseProblems({ root, folder, docker, keys: [publicKeyText(createPublicKey(key))] });
  for (const problem of problems) console.error(problem);
  const digests = path.relative(at('infra/compose'), path.resolve(folder, 'digests.yaml'));
  if (!problems.length) console.log(`Every image is as it was signed. Compose runs them with COMPOSE_FILE=compose.yaml:${digests} in infra/compose/.env`);
  return !problems.length;
});
