import { QR_WIDTH, QUIET_ZONE, qrCodeOf, qrSquare } from './qr-and-badge.ts';

const MILLIMETRES = 25.4 / 72;

describe('the code on a printed form', () => {
  it.each([1, 60, 120, 250, 400])('of a text of %i characters is at least 40 mm wide without its quiet zone', (length) => {
    const code = qrCodeOf('x'.repeat(length));
    const { side, quiet } = qrSquare(code);
    const size = code?.size ?? 0;
    expect(size).toBeGreaterThan(20);
    expect((side * size) / (size + 2 * QUIET_ZONE)).toBeGreaterThanOrEqual(40 / MILLIMETRES);
    expect(side - 2 * quiet).toBeCloseTo(QR_WIDTH);
  });
});
