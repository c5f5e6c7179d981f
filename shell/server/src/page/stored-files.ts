import type { Store } from '@portal/remotes';
import type { FileSource } from './files.ts';

/** Reads files of deployed versions from an object store. These files never change. */
export class StoredFiles implements FileSource {
  constructor(private readonly store: Store) {}

  async look(name: string): ReturnType<FileSource['look']> {
    const [area, version, ...rest] = name.split('/');
    if (rest.length === 0) {
      return undefined;
    }
    const read = (ending = ''): Promise<Buffer | undefined> => this.store.read(area, version, rest.join('/') + ending);
    return {
      version: 'published',
      read: async () => {
        const [bytes, br, gzip] = await Promise.all([read(), read('.br'), read('.gz')]);
        return bytes && { bytes, made: { ...(br && { br }), ...(gzip && { gzip }) } };
      },
    };
  }
}
