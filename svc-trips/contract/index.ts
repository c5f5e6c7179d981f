export * from './document.ts';
export * from './modes.ts';
export * from './parts.ts';
export * from './statuses.ts';
export * from './trip.ts';
