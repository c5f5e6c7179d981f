import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';

/** What a Dockerfile says of the image that is run: its last stage. */
export interface Image {
  file: string;
  base: string;
  env: Environment;
  user?: string;
  port?: string;
  command: string[];
  healthcheck: string[];
  /** Folders of the project in it, by the stage they were copied from; `''` from the project itself. */
  copies: { from: string; source: string }[];
  /** Folders whose package.json was there when its packages were installed. */
  installed: string[];
}

/** One instruction per line, continued lines joined, comments left out. */
const instructions = (text: string): [string, string][] =>
  text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return [String(name).toUpperCase(), String(rest)];
    });

const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** @throws where a command is not written as a JSON list: a shell in between would keep signals from the program */
export function readImage(root: string, file: string): Image {
  const image: Image = { file, base: '', env: {}, command: [], healthcheck: [], copies: [], installed: [] };
  for (const [name, rest] of instructions(readFileSync(join(root, file), 'utf8'))) {
    if (name === 'FROM') Object.assign(image, { base: rest.split(/\s/)[0], env: {}, user: undefined, copies: [] });
    else if (name === 'ENV') for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[key] = value;
    else if (name === 'USER') image.user = rest;
    else if (name === 'EXPOSE') image.port = rest;
    else if (name === 'CMD') image.command = listIn(rest);
    else if (name === 'HEALTHCHECK') image.healthcheck = listIn(rest);
    else if (name === 'COPY') {
      const from = /^--from=(\S+)\s+/.exec(rest)?.[1] ?? '';
      const sources = rest
        .replace(/^--from=\S+\s+/, '')
        .split(/\s+/)
        .slice(0, -1);
      image.copies.push(...sources.map((source) => ({ from, source: source.replace(/^\/portal\/?/, '') })));
      image.installed.push(...sources.filter((source) => source.endsWith('/package.json')).map((source) => source.slice(0, -'/package.json'.length)));
    }
  }
  return image;
}
