import { Database } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { TestMedia } from '../testing/test-media.ts';
import { MediaTables1700000002000 } from './media.migration.ts';

/** This column is no longer written, because it contained names of people. The next version drops it, once no running instance reads it any more. */
const kept = ['fileName'];

describe.each(testBackends())('the tables of svc-media on %s', (_engine, makeBackend) => {
  let media: TestMedia;
  beforeAll(async () => {
    media = await TestMedia.start(makeBackend);
  });
  afterAll(() => media.stop());

  it('have the columns of the entities', async () => {
    const source = media.service.app.get(Database).reading;
    const runner = source.createQueryRunner();
    try {
      for (const name of ['media_file', 'media_hold', 'print_file', 'outdated_prints']) {
        const table = await runner.getTable(name);
        const found = table?.columns
          .filter((column) => !(name === 'print_file' && kept.includes(column.name)))
          .map((column) => [column.name, column.length, column.isNullable])
          .sort();
        const said = source
          .getMetadata(name)
          .columns.map((column) => [column.databaseName, String(column.length), column.isNullable])
          .sort();
        // The entities give no length for integers and times, but MySQL reports one; short lengths are therefore not compared.
        const texts = (columns: typeof said | undefined) => columns?.map(([column, length, nullable]) => [column, Number(length) > 6 ? length : '', nullable]);
        expect(texts(found)).toEqual(texts(said));
      }
    } finally {
      await runner.release();
    }
  });

  it('can be reverted and run again', async () => {
    const runner = media.service.app.get(Database).reading.createQueryRunner();
    try {
      const migration = new MediaTables1700000002000();
      await migration.down(runner);
      expect(await runner.hasTable('media_file')).toBe(false);
      await migration.up(runner);
      expect(await runner.hasTable('media_file')).toBe(true);
    } finally {
      await runner.release();
    }
  });
});
