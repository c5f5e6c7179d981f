export * from './arrival.ts';
export * from './arrival-wizard.ts';
export * from './checks.ts';
export * from './departure.ts';
export * from './document.ts';
export * from './enums.ts';
export * from './inputs.ts';
export * from './parts.ts';
