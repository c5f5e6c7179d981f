import { Global, Module } from '@nestjs/common';
import { HEALTH_NOTES, log, PART_CHECKS, type PartCheck, unavailable } from '@portal/service-kit';
import { Cleaning } from './files/cleaning.service.ts';
import { DescribeController } from './files/describe.controller.ts';
import { MediaHolds } from './files/holds.service.ts';
import { ImageController } from './files/image.controller.ts';
import { MediaController } from './files/media.controller.ts';
import { MediaService } from './files/media.service.ts';
import { Quotas } from './files/quotas.ts';
import { PDF_INSPECTOR, SCANNER, UploadChecks } from './files/upload-checks.service.ts';
import { Uploads } from './files/uploads.ts';
import { FairScheduler } from './inspection/fair-scheduler.ts';
import { createPdfInspector } from './inspection/pdf/pdf-inspector.ts';
import { VirusScanner } from './inspection/virus-scan.ts';
import { MediaSettings } from './media.settings.ts';
import { PrintsController } from './prints/prints.controller.ts';
import { Prints, RENDERER } from './prints/prints.service.ts';
import { createRenderer } from './rendering/renderer.ts';
import type { BlobStore } from './storage/blob-store.ts';
import { BLOBS, openStore, openTemporaryFiles } from './storage/storage.provider.ts';
import { TemporaryFiles } from './storage/temporary-files.ts';

/** Returns facts about the dependencies of this service, for the health page. */
function healthNotes(settings: MediaSettings, blobs: BlobStore, scanner: VirusScanner | null) {
  return async (): Promise<Record<string, string>> => {
    await blobs.check().catch((error: unknown) => {
      log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'storage');
      throw unavailable('The storage does not answer', 5);
    });
    const virusScanning = scanner
      ? await scanner.check().then(
          () => 'on',
          () => 'the scanner does not answer: uploads are refused',
        )
      : 'off: CLAMD_URL is not set';
    return { storage: settings.s3Bucket ? 's3' : 'folder', virusScanning };
  };
}

/** The checks of the storage and the scanner, for operators. */
const parts = (settings: MediaSettings, blobs: BlobStore, scanner: VirusScanner | null): PartCheck[] => [
  { part: 'storage', detail: settings.s3Bucket ? 's3' : 'folder', check: () => blobs.check() },
  { part: 'virus-scanner', detail: scanner ? 'clamd' : 'off', ...(scanner ? { check: () => scanner.check() } : {}) },
];

@Global()
@Module({
  controllers: [DescribeController, PrintsController, ImageController, MediaController],
  providers: [
    { provide: BLOBS, useFactory: openStore, inject: [MediaSettings] },
    { provide: TemporaryFiles, useFactory: openTemporaryFiles, inject: [MediaSettings] },
    { provide: SCANNER, useFactory: ({ clamdUrl }: MediaSettings) => (clamdUrl ? new VirusScanner(clamdUrl) : null), inject: [MediaSettings] },
    { provide: PDF_INSPECTOR, useFactory: ({ inspectionThreads }: MediaSettings) => createPdfInspector(inspectionThreads), inject: [MediaSettings] },
    { provide: FairScheduler, useFactory: ({ inspectionThreads }: MediaSettings) => new FairScheduler(inspectionThreads), inject: [MediaSettings] },
    { provide: RENDERER, useFactory: ({ renderThreads }: MediaSettings) => createRenderer({ threads: renderThreads }), inject: [MediaSettings] },
    { provide: HEALTH_NOTES, useFactory: healthNotes, inject: [MediaSettings, BLOBS, SCANNER] },
    { provide: PART_CHECKS, useFactory: parts, inject: [MediaSettings, BLOBS, SCANNER] },
    UploadChecks,
    Quotas,
    Uploads,
    MediaService,
    MediaHolds,
    Cleaning,
    Prints,
  ],
  exports: [HEALTH_NOTES, PART_CHECKS],
})
export class MediaModule {}
