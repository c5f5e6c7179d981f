/** The admission cookie holds one of two signed values: the pass of a visitor who was admitted, or the place of a visitor who waits in the queue. */
import { createHmac, hkdfSync } from 'node:crypto';
import { timingSafeEqualText } from '@portal/service-kit';

export interface HeldPlace {
  place: number;
  /** Whether the holder has not come back with this place yet. It is true only the first time the place is presented. */
  isNew: boolean;
}

export interface Pass {
  inside: true;
  /** Milliseconds since the pass was issued. */
  age: number;
  /** Time when the holder was first admitted, in milliseconds since 1970; 0 for visitors who are not counted, such as officials. */
  cameIn: number;
}

/** Milliseconds until a pass expires. It is renewed while its holder is active, so nobody who is filling in a form has to queue again. */
const PASS_MS = 2 * 3_600_000;
/** Milliseconds until a place expires. It is renewed each time the waiting page is loaded. */
const PLACE_MS = 12 * 3_600_000;

export class AdmissionCookies {
  private readonly key: Buffer;

  constructor(
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'portal admission', 32));
  }

  /**
   * Issues a pass.
   * @param cameIn time of admission, copied from the pass that this one replaces; without it the holder is admitted now
   */
  pass(cameIn = this.now()): string {
    return this.signed('in', cameIn);
  }

  place(place: number, isNew: boolean): string {
    return this.signed(isNew ? 'new' : 'place', place);
  }

  /**
   * Reads the value of the cookie.
   * @returns undefined for a value that this portal did not sign, or that has expired
   */
  read(cookie: string | undefined): HeldPlace | Pass | undefined {
    const [, text, kind, number, at, signature] = /^((in|new|place)\.(\d{1,15})\.(\d{1,15}))\.([\w-]{22})$/.exec(cookie ?? '') ?? [];
    if (!text || !timingSafeEqualText(signature as string, this.signature(text))) return undefined;
    const age = this.now() - Number(at);
    if (age > (kind === 'in' ? PASS_MS : PLACE_MS)) return undefined;
    return kind === 'in' ? { inside: true, age, cameIn: Number(number) } : { place: Number(number), isNew: kind === 'new' };
  }

  private signed(kind: 'in' | 'new' | 'place', number: number): string {
    const text = `${kind}.${number}.${this.now()}`;
    return `${text}.${this.signature(text)}`;
  }

  private signature(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url').slice(0, 22);
  }
}
