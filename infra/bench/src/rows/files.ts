import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { ask, median, sideBySide, times } from '../lib/measure.mjs';

const UPLOADS = 5;
const almost10MB = 10 * 1024 * 1024 - 4_096;

async function largePdf() {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  const { context } = pdf;
  context.register(PDFRawStream.of(context.obj({ Length: almost10MB }), randomBytes(almost10MB)));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

const form = (bytes, name, type) => {
  const data = new FormData();
  data.append('file', new Blob([bytes], { type }), name);
  return data;
};

/** Files of 10 MB and photos. */
export async function files({ report, engine, limits, urls, rounds }) {
  report.section(
    'Files',
    'Milliseconds, one at a time. An upload is inspected, hashed and durable before it is answered. Baseline: streaming to a file with fsync, and back; for the photo, sharp alone.',
  );
  const bare = await limits.call('fileServer');
  const pdf = await largePdf();
  let uid;
  const upload = await sideBySide(
    rounds,
    async () =>
      median(
        await times(UPLOADS, async () => {
          const answer = JSON.parse(await ask(`${urls.media}/v1/default`, { method: 'POST', body: form(pdf, 'large.pdf', 'application/pdf') }));
          uid = answer.uid ?? answer.model?.uid;
        }),
      ),
    async () => median(await times(UPLOADS, () => ask(bare, { method: 'POST', body: pdf }))),
  );
  report.add({ what: 'upload 10 MB', engine: engine.name, ...upload, unit: 'ms' });
  const download = await sideBySide(
    rounds,
    async () => median(await times(UPLOADS, () => ask(`${urls.media}/v1/${uid}`))),
    async () => median(await times(UPLOADS, () => ask(bare))),
  );
  report.add({ what: 'download 10 MB', engine: engine.name, ...download, unit: 'ms' });

  const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#88a', noise: { type: 'gaussian', mean: 120, sigma: 30 } } })
    .jpeg()
    .toBuffer();
  const small = await sideBySide(
    rounds,
    async () => median(await times(UPLOADS, () => ask(`${urls.media}/v1/image/photoUpload`, { method: 'POST', body: form(photo, 'face.jpg', 'image/jpeg') }))),
    async () => median(await limits.call('barePhoto', photo, UPLOADS)),
  );
  report.add({ what: `photo of 1600 × 1200`, engine: engine.name, ...small, unit: 'ms' });
}
