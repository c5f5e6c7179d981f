import { QR_SIDE } from './form.ts';
import { QUIET_ZONE, qrModules } from './qr-and-badge.ts';

const MILLIMETRES = 25.4 / 72;

describe('the code on a printed form', () => {
  it.each([120, 250, 400])('of a text of %i characters is at least 40 mm wide without its quiet zone', (length) => {
    const size = qrModules('x'.repeat(length))?.size ?? 0;
    expect(size).toBeGreaterThan(0);
    expect((QR_SIDE * size) / (size + 2 * QUIET_ZONE)).toBeGreaterThanOrEqual(40 / MILLIMETRES);
  });
});
