import 'reflect-metadata';
import multipart from '@fastify/multipart';
import { type Clock, type Environment, loadSettings, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { MediaTables1700000002000 } from './database/media.migration.ts';
import { OutdatedPrints1700000002300 } from './database/outdated-prints.migration.ts';
import { ReservedFiles1700000002200 } from './database/reserved-files.migration.ts';
import { UploadDays1700000002100 } from './database/upload-day.migration.ts';
import { MediaFileRow, MediaHoldRow } from './files/media-file.entity.ts';
import { UploadDayRow } from './files/upload-day.entity.ts';
import { MediaModule } from './media.module.ts';
import { MediaSettings } from './media.settings.ts';
import { OutdatedPrintsRow } from './prints/outdated-prints.entity.ts';
import { PrintFileRow } from './prints/print-file.entity.ts';

export { MediaSettings } from './media.settings.ts';

/** The body limit for a layout, in bytes: it must be enough for the document's content and a label for each value. */
const layoutLimit = 8 * 1024 * 1024;

/**
 * The modules of svc-media: files, photos and the drawing of every printed form.
 * @throws SettingsError
 */
export const describeService = (environment: Environment, { clock }: { clock?: Clock } = {}): ServiceOptions => ({
  service: 'media',
  title: 'Files, photos and prints',
  settings: loadSettings(MediaSettings, environment),
  clock,
  module: MediaModule,
  entities: [MediaFileRow, MediaHoldRow, PrintFileRow, OutdatedPrintsRow, UploadDayRow],
  migrations: [MediaTables1700000002000, UploadDays1700000002100, ReservedFiles1700000002200, OutdatedPrints1700000002300],
  // A column that is no longer used, because the file names of prints contained passport numbers.
  retiredColumns: [{ table: 'print_file', column: 'fileName' }],
  plugins: async (fastify) => {
    fastify.addHook('onRoute', (route) => {
      if (route.url === '/internal/renders' || route.url === '/internal/renders/:key') route.bodyLimit = layoutLimit;
    });
    // The limit is enforced during the reading of the file, so that the response need not wait for the rest of it.
    await fastify.register(multipart, { throwFileSizeLimit: false });
  },
});

export const createService = (environment: Environment, more?: { clock?: Clock }): Promise<RunningService> => startService(describeService(environment, more));
