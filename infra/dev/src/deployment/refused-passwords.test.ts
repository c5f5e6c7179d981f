import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeFolder, composeText, readCompose, sampleEnv } from './compose.ts';
import { realm } from './realm.ts';

const root = join(__dirname, '../../../..');
const file = 'refused-passwords.txt';
const refused = readFileSync(join(root, composeFolder, 'keycloak', file), 'utf8')
  .trimEnd()
  .split('\n');

describe('the passwords that Keycloak refuses', () => {
  it('are compared by the policy of the realm, with the file where Keycloak looks for it', () => {
    expect(realm(root).passwordPolicy).toContain(`passwordBlacklist(${file})`);
    const { volumes } = readCompose(composeText(root), sampleEnv(root)).services.keycloak ?? {};
    expect(volumes).toContain(`./keycloak/${file}:/opt/keycloak/data/password-blacklists/${file}:ro`);
  });

  it('are more than 3,000 that are common or known from breaches and long enough for the policy, in small letters', () => {
    expect(refused.length).toBeGreaterThan(3000);
    expect(refused.filter((text) => text.length < 12 || text !== text.toLowerCase())).toEqual([]);
    expect(refused).toEqual(expect.arrayContaining(['qazwsxedc123', '1q2w3e4r5t6y', 'administration', 'administração', 'administracao']));
  });

  it('are the words of this portal too, with the numbers, years and signs that people add', () => {
    const made = ['singlewindow', 'singlewindow2026', 'single-window123', 'janela unica!', 'timorleste2027', 'borderborder', 'customs@2026', 'password12345'];
    expect(refused).toEqual(expect.arrayContaining(made));
  });
});
