/** Loaded before a service (`node --import`), it sets that one process's clock ahead or back: SHIFT_CLOCK_MS. */
const shift = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + shift;
  }
};
