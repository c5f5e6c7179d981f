import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from './components.ts';

/** The settings of an image, as its Dockerfile defines them. */
export interface Image {
  env: Record<string, string>;
  user?: string;
  entrypoint: string[];
  healthcheck: string[];
}

const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

type Stage = 'process' | 'screens' | 'ops';

/** Returns the stage of the Dockerfile that builds the image of a component. */
export const stageOf = ({ kind }: Pick<Component, 'kind'>): Stage => (kind === 'screens' || kind === 'ops' ? kind : 'process');

/**
 * Reads a stage of infra/images/Dockerfile and the stages on which it is based.
 * @throws Error if a command is not a JSON list: a shell would not pass signals on to the program
 */
export function imageOf(root: string, stage: Stage): Image {
  return imageIn(readFileSync(join(root, 'infra/images/Dockerfile'), 'utf8').split('\n'), stage);
}

function imageIn(lines: string[], stage: string): Image {
  const from = lines.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${stage}`));
  if (from < 0) return { env: {}, entrypoint: [], healthcheck: [] };
  const next = lines.findIndex((line, index) => index > from && line.startsWith('FROM '));
  const image = imageIn(lines, lines[from]?.split(' ')[1] ?? '');
  for (const line of lines.slice(from, next < 0 ? undefined : next)) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === 'ENV') for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
    else if (instruction === 'USER') image.user = rest;
    else if (instruction === 'ENTRYPOINT') image.entrypoint = listIn(rest);
    else if (instruction === 'HEALTHCHECK') image.healthcheck = listIn(rest);
  }
  return image;
}
