declare module 'wawoff2/decompress.js' {
  /** A WOFF2 file as the TrueType font in it. The bytes are valid until the next call. */
  export default function decompress(file: Uint8Array): Promise<Uint8Array>;
}
