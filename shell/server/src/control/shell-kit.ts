import type { FileCache } from '../page/files.ts';

interface Manifest {
  shared?: { name: string; version: string }[];
}

/** Reads from the shell's manifest which major version of the web-kit the shell provides. The result is undefined when that is unknown. */
export const shellKit = (web: Pick<FileCache, 'find'>) => async (): Promise<number | undefined> => {
  const file = await web.find('mf-manifest.json');
  if (!file) return undefined;
  const { shared = [] } = JSON.parse(file.bytes.toString('utf8')) as Manifest;
  const major = Number(shared.find(({ name }) => name === '@portal/web-kit')?.version.split('.', 1)[0]);
  return Number.isInteger(major) ? major : undefined;
};
