import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { fetchBytes, fetchJson, measureDurations, median, sideBySide } from '../measure.ts';
import type { EngineRun } from './run.ts';

const uploads = 5;
const almost10MB = 10 * 1024 * 1024 - 4_096;

async function largePdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  const { context } = pdf;
  context.register(PDFRawStream.of(context.obj({ Length: almost10MB }), randomBytes(almost10MB)));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** Returns a call that uploads a file as the form of a browser does. */
function formCall(bytes: Buffer, name: string, type: string): RequestInit {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return { method: 'POST', body };
}

/** Returns the median of several runs, in milliseconds. */
const medianOf = async (run: () => unknown): Promise<number> => median(await measureDurations(uploads, run));

/** Measures uploads and downloads of 10 MB files, and photos. */
export async function files({ report, engine, limits, urls, rounds }: EngineRun): Promise<void> {
  report.section(
    'Files',
    'Milliseconds, one at a time. An upload is inspected, hashed and durable before it is answered. Baseline: streaming to a file with fsync, and back; for the photo, sharp alone.',
  );
  const bare = await limits.call('fileServer');
  const pdf = await largePdf();
  let uid = '';
  const upload = async (): Promise<void> => {
    ({ uid } = await fetchJson<{ uid: string }>(`${urls.media}/v1/default`, formCall(pdf, 'large.pdf', 'application/pdf')));
  };
  const uploaded = await sideBySide(
    rounds,
    () => medianOf(upload),
    () => medianOf(() => fetchBytes(bare, { method: 'POST', body: new Uint8Array(pdf) })),
  );
  report.add({ what: 'upload 10 MB', engine, ...uploaded, unit: 'ms' });
  const downloaded = await sideBySide(
    rounds,
    () => medianOf(() => fetchBytes(`${urls.media}/v1/${uid}`)),
    () => medianOf(() => fetchBytes(bare)),
  );
  report.add({ what: 'download 10 MB', engine, ...downloaded, unit: 'ms' });

  const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#88a', noise: { type: 'gaussian', mean: 120, sigma: 30 } } })
    .jpeg()
    .toBuffer();
  const photos = await sideBySide(
    rounds,
    () => medianOf(() => fetchBytes(`${urls.media}/v1/image/photoUpload`, formCall(photo, 'face.jpg', 'image/jpeg'))),
    async () => median(await limits.call('barePhoto', photo, uploads)),
  );
  report.add({ what: 'photo of 1600 × 1200', engine, ...photos, unit: 'ms' });
}
