export * from './envelopes.ts';
export * from './fields.ts';
export * from './json-schema.ts';
export * from './media-messages.ts';
export * from './payment-messages.ts';
export * from './print-layout.ts';
export * from './rules.ts';
export * from './validate.ts';
