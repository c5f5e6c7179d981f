import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { parse } from 'yaml';

export interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Environment;
  networks?: string[];
  ports?: string[];
  secrets?: string[];
  volumes?: string[];
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}

export interface ComposeFile {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

export const composeFolder = 'infra/compose';

/** Names a text asks for as `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. */
const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** The variables of a file, and whether it can do without each. */
export const variablesOf = (text: string): { name: string; hasDefault: boolean }[] =>
  [...text.matchAll(variable)].map(([, name, kind]) => ({ name, hasDefault: kind === '-' }));

/** Variables of a `.env` file. */
export const envFile = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

export const composeText = (root: string): string => readFileSync(join(root, composeFolder, 'compose.yaml'), 'utf8');

/** The file as Compose reads it. @throws where a variable without default is not given */
export function readCompose(text: string, env: Environment): ComposeFile {
  const filled = text.replace(/^\s*#.*$/gm, '').replace(variable, (_all, name: string, kind?: string, fallback?: string) => {
    const value = env[name] || (kind === '-' ? fallback : undefined);
    if (value === undefined) throw new Error(`compose.yaml: ${name} is not given`);
    return value;
  });
  return parse(filled.replaceAll('$$', '$'), { merge: true }) as ComposeFile;
}
