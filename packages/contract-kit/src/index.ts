export * from './envelopes.ts';
export * from './print-layout.ts';
