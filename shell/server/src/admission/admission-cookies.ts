/** Two signed values of one cookie: the pass of those who are inside, and the place of those who wait. */
import { createHmac, hkdfSync } from 'node:crypto';
import { timingSafeEqualText } from '@portal/service-kit';

export interface HeldPlace {
  place: number;
  /** Its holder comes back with it for the first time. */
  isNew: boolean;
}

export interface Pass {
  inside: true;
  /** Milliseconds since it was given. */
  age: number;
  /** When its holder came in, in milliseconds since 1970; 0 where nobody counts that. */
  cameIn: number;
}

/** A pass ends this long after its holder was last seen: nobody who fills in a form is put back. */
const PASS_MS = 2 * 3_600_000;
/** Nobody waits longer than this. */
const PLACE_MS = 12 * 3_600_000;

export class AdmissionCookies {
  private readonly key: Buffer;

  constructor(
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'portal admission', 32));
  }

  /** @param cameIn of the pass that this one follows; without it its holder comes in now */
  pass(cameIn = this.now()): string {
    return this.signed('in', cameIn);
  }

  place(place: number, isNew: boolean): string {
    return this.signed(isNew ? 'new' : 'place', place);
  }

  /** @returns undefined for a value that this portal did not sign, or that has ended */
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
