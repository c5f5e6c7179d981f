import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chosenEncoding } from '../proxy/compress.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const SMALLEST = 512;

/** A file with its compressed forms. Each form is made once and cached. */
export class CompressedFile {
  readonly type: string;
  readonly etag: string;
  private readonly packs = new Map<string, Promise<Buffer>>();
  private readonly packable: boolean;

  /** `quality` is the quality level of brotli: 11 for files that are compressed once and cached, less for files that change. */
  constructor(
    name: string,
    readonly bytes: Buffer,
    private readonly quality = 11,
    /** Compressed forms that the build has already made. */
    made: Partial<Record<'br' | 'gzip', Buffer>> = {},
  ) {
    this.type = types[extname(name)] ?? 'application/octet-stream';
    this.etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    for (const [encoding, pack] of Object.entries(made)) {
      this.packs.set(encoding, Promise.resolve(pack));
    }
    this.packable = bytes.length >= SMALLEST && /text|json|svg|wasm|manifest/.test(this.type);
  }

  /** Returns the content for a client that accepts these encodings, compressed if possible. */
  async pack(accepted: string | string[] | undefined): Promise<{ bytes: Buffer; encoding?: 'br' | 'gzip' }> {
    const encoding = this.packable ? chosenEncoding(accepted) : undefined;
    return encoding ? { encoding, bytes: await this.packed(encoding) } : { bytes: this.bytes };
  }

  private packed(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const known = this.packs.get(encoding);
    if (known) {
      return known;
    }
    const pack =
      encoding === 'br'
        ? brotli(this.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: this.quality, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length } })
        : zip(this.bytes, { level: 9 });
    this.packs.set(encoding, pack);
    return pack;
  }
}
