import type { Call, MediaClient } from '@portal/service-kit';
import type { LicenceDocument } from '../../contract/index.ts';
import { fileErrors } from './licence.files.ts';

describe('the check of the files of a licence', () => {
  it('names the stored licence, so that svc-media counts the files of its earlier versions', async () => {
    const asked: (string | undefined)[] = [];
    const describe = async (_uids: unknown, _call: Call, documentId?: string) => {
      asked.push(documentId);
      return new Map();
    };
    const media = { describe } as unknown as MediaClient;
    const licence = { id: 'a-licence', medias: [] } as unknown as LicenceDocument;
    await fileErrors(media, licence, licence, {} as Call);
    await fileErrors(media, licence, undefined, {} as Call);
    expect(asked).toEqual(['a-licence', undefined]);
  });
});
