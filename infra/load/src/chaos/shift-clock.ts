/** Loaded before a service (`node --import`). It sets the clock of that process ahead or back by SHIFT_CLOCK_MS. */
const shift = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts) => (parts.length ? Reflect.construct(target, parts) : new RealDate(RealDate.now() + shift)),
  apply: () => new RealDate(RealDate.now() + shift).toString(),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(target, name)),
});
