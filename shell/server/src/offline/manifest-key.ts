import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

/** The order of the P-256 curve, that is the number of its points. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The key that signs the offline manifest. It is derived from the session secret, so every instance of the gateway has the same key, and no key has to be
 * distributed.
 */
export class ManifestKey {
  private readonly privateKey: KeyObject;
  /** The public key in SPKI form, base64, ready for a service worker to import. */
  readonly publicKey: string;

  constructor(sessionSecret: string) {
    // The seed is 16 bytes longer than the number, so that the remainder is practically uniform.
    const seed = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'portal offline manifest', 48));
    const number = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
    const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(d);
    const point = curve.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33)];
    this.privateKey = createPrivateKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: x.toString('base64url'), y: y.toString('base64url') },
    });
    this.publicKey = createPublicKey(this.privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  }

  /** Signs a text with ECDSA and SHA-256. Returns the signature in base64, in the form that a browser verifies. */
  sign(text: string): string {
    return sign('sha256', Buffer.from(text), { key: this.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
  }
}
