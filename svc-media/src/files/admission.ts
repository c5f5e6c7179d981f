import { rename, rm, stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { log, ProblemError, unavailable } from '@portal/service-kit';
import { cleanImage, type ImageType, smallJpeg } from '../inspection/images.ts';
import { type MediaType, mediaTypeOf } from '../inspection/media-type.ts';
import { activeContentOf } from '../inspection/pdf-inspection.ts';
import { ScannerUnavailable, type VirusScanner } from '../inspection/virus-scan.ts';

export const SCANNER = Symbol('VirusScanner');

const refused = (message: string): ProblemError => new ProblemError(415, [{ code: 'FILE_TYPE', field: 'file', message }]);

/** Decides whether a file that has arrived may be kept, and in which form. */
@Injectable()
export class Admission {
  constructor(@Inject(SCANNER) private readonly scanner: VirusScanner | null) {}

  /**
   * Checks the file and makes it safe, at its path.
   * @throws 415 FILE_TYPE, 422 INFECTED, 503 while the scanner is away
   */
  async admit(path: string): Promise<{ type: MediaType; size: number }> {
    const type = await this.accept(path);
    const kept = type === 'application/pdf' ? await this.admitPdf(path) : await this.admitImage(path, type);
    return { type: kept, size: (await stat(path)).size };
  }

  /** The same for a picture that is kept small, as the bytes to keep. */
  async admitSmall(path: string, box: { width: number; height: number }): Promise<Buffer> {
    const type = await this.accept(path);
    if (type === 'application/pdf') throw refused('Choose a PNG, JPEG or BMP picture');
    return readable(() => smallJpeg(path, type, box));
  }

  private async accept(path: string): Promise<MediaType> {
    const type = await mediaTypeOf(path);
    if (!type) throw refused('Choose a PDF, PNG, JPEG or BMP file');
    await this.scan(path);
    return type;
  }

  private async scan(path: string): Promise<void> {
    if (!this.scanner) return;
    try {
      const verdict = await this.scanner.scan(path);
      if (!verdict.clean) {
        log().warn({ signature: verdict.signature }, 'infected upload refused');
        throw new ProblemError(422, [{ code: 'INFECTED', field: 'file', message: 'The virus scanner refuses this file' }]);
      }
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      log().error({ reason: error.message }, 'virus scanner');
      throw unavailable('Files cannot be checked for viruses just now', 10);
    }
  }

  private async admitPdf(path: string): Promise<MediaType> {
    const active = await activeContentOf(path);
    if (active) throw refused(`The PDF holds ${active}. Save or print it as a plain PDF and send that`);
    return 'application/pdf';
  }

  private async admitImage(path: string, type: ImageType): Promise<MediaType> {
    const clean = `${path}.clean`;
    try {
      const result = await readable(() => cleanImage(path, type, clean));
      await rename(clean, path);
      return result.type;
    } finally {
      await rm(clean, { force: true });
    }
  }
}

/** What the decoder refuses is no picture of ours; why it does is of no use to the sender. */
async function readable<Result>(draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    log().info({ reason: error instanceof Error ? error.message : String(error) }, 'picture refused');
    throw refused('The picture is damaged or too large');
  }
}
