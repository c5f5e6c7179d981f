import { composeFolder, composeText, envExample, registersText } from './compose.ts';
import { manifestFiles } from './kubernetes.ts';
import { observabilityFiles } from './observability.ts';
import { realm } from './realm.ts';
import { refusedPasswords } from './refused-passwords.ts';

/** Returns the text of every generated file of the deployment. */
export const deploymentFiles = (root: string): Record<string, string> => ({
  [`${composeFolder}/compose.yaml`]: composeText(root),
  [`${composeFolder}/registers.yaml`]: registersText(root),
  [`${composeFolder}/.env.example`]: envExample(root),
  [`${composeFolder}/keycloak/realm.json`]: `${JSON.stringify(realm(root), null, 2)}\n`,
  [`${composeFolder}/keycloak/refused-passwords.txt`]: refusedPasswords(root),
  ...observabilityFiles(root),
  ...manifestFiles(root),
});
