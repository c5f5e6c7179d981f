export * from './document.ts';
export * from './inputs.ts';
export * from './modes.ts';
export * from './parts.ts';
export * from './payment-card.ts';
export * from './public-fields.ts';
export * from './statuses.ts';
export * from './trip.ts';
