import { rename, rm, stat } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Bilingual, L, sentence } from '@portal/contract-kit';
import { isTransientError, log, ProblemError, unavailable } from '@portal/service-kit';
import { FairScheduler } from '../inspection/fair-scheduler.ts';
import { cleanImage, type ImageType, pixelsOf, smallJpeg } from '../inspection/images.ts';
import { type MediaType, mediaTypeOf } from '../inspection/media-type.ts';
import { REASONS } from '../inspection/pdf/active-content.ts';
import type { PdfInspector } from '../inspection/pdf/pdf-inspector.ts';
import { ScannerUnavailable, type VirusScanner } from '../inspection/virus-scan.ts';
import type { Upload } from './uploads.ts';

export const SCANNER = Symbol('VirusScanner');
export const PDF_INSPECTOR = Symbol('PdfInspector');

/** A picture with more pixels counts as slow to redraw. */
const LARGE_PIXELS = 16_000_000;

const refused = (message: Bilingual): ProblemError => new ProblemError(415, [{ code: 'FILE_TYPE', field: 'file', message }]);

/** Decides whether a received file may be stored, and in which form. */
@Injectable()
export class UploadChecks implements OnApplicationShutdown {
  constructor(
    @Inject(SCANNER) private readonly scanner: VirusScanner | null,
    @Inject(PDF_INSPECTOR) private readonly pdfs: PdfInspector,
    private readonly scheduler: FairScheduler,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pdfs.close();
  }

  /**
   * Checks the file and replaces it with a safe version, in place.
   * @throws 415 FILE_TYPE, 422 INFECTED, 503 while the virus scanner is unavailable
   */
  async check(upload: Upload): Promise<{ type: MediaType; size: number }> {
    const type = await this.accept(upload.path);
    const kept = type === 'application/pdf' ? await this.checkPdf(upload) : await this.checkImage(upload, type);
    return { type: kept, size: (await stat(upload.path)).size };
  }

  /**
   * Checks a picture in the same way and makes a small version of it.
   * @returns the bytes to store
   */
  async checkSmallImage(upload: Upload, box: { width: number; height: number }): Promise<Buffer> {
    const type = await this.accept(upload.path);
    if (type === 'application/pdf') throw refused(L('Choose a PNG, JPEG or BMP picture', 'Escolha uma imagem PNG, JPEG ou BMP'));
    return this.draw(upload, type, () => smallJpeg(upload.path, type, box));
  }

  private async accept(path: string): Promise<MediaType> {
    const type = await mediaTypeOf(path);
    if (!type) throw refused(L('Choose a PDF, PNG, JPEG or BMP file', 'Escolha um ficheiro PDF, PNG, JPEG ou BMP'));
    await this.scan(path);
    return type;
  }

  private async scan(path: string): Promise<void> {
    if (!this.scanner) return;
    try {
      const verdict = await this.scanner.scan(path);
      if (!verdict.clean) {
        log().warn({ signature: verdict.signature }, 'infected upload refused');
        throw new ProblemError(422, [
          { code: 'INFECTED', field: 'file', message: L('The virus scanner refuses this file', 'O antivírus recusa este ficheiro') },
        ]);
      }
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      log().error({ reason: error.message }, 'virus scanner');
      throw unavailable(L('Files cannot be checked for viruses just now', 'De momento não é possível verificar os ficheiros quanto a vírus'), 10);
    }
  }

  private async checkPdf({ path, caller }: Upload): Promise<MediaType> {
    const clean = `${path}.clean`;
    try {
      const { size } = await stat(path);
      // Nearly every file takes only a moment. A file that takes longer is inspected again in a slot for large files, where it does not delay small ones.
      const verdict =
        (await this.scheduler.run({ caller, large: false }, () => this.pdfs.inspectSoon(path, clean, size))) ??
        (await this.scheduler.run({ caller, large: true }, () => this.pdfs.inspect(path, clean, size)));
      if ('refused' in verdict) {
        throw refused(
          sentence(
            'The PDF holds {{content}}. Save or print it as a plain PDF and send that',
            'O PDF contém {{content}}. Guarde-o ou imprima-o como PDF simples e envie esse ficheiro',
            { content: REASONS[verdict.refused] },
          ),
        );
      }
      if (verdict.rewritten) await rename(clean, path);
      return 'application/pdf';
    } finally {
      await rm(clean, { force: true });
    }
  }

  private async checkImage(upload: Upload, type: ImageType): Promise<MediaType> {
    const clean = `${upload.path}.clean`;
    try {
      const result = await this.draw(upload, type, () => cleanImage(upload.path, type, clean));
      await rename(clean, upload.path);
      return result.type;
    } finally {
      await rm(clean, { force: true });
    }
  }

  /**
   * Redraws a picture. A header that is refused is answered immediately, without waiting for a slot. The decoder's own error message is not returned, because
   * it does not help the sender.
   */
  private async draw<Result>({ path, caller }: Upload, type: ImageType, draw: () => Promise<Result>): Promise<Result> {
    try {
      const pixels = await pixelsOf(path, type);
      return await this.scheduler.run({ caller, large: pixels > LARGE_PIXELS }, draw);
    } catch (error) {
      // A full disk or a file that cannot be opened is the server's fault.
      if (isTransientError(error) || (error instanceof Error && 'syscall' in error)) throw error;
      log().info({ reason: error instanceof Error ? error.message : String(error) }, 'picture refused');
      throw refused(L('The picture is damaged or too large', 'A imagem está danificada ou é demasiado grande'));
    }
  }
}
