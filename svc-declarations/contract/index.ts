export * from './arrival.ts';
export * from './checks.ts';
export * from './departure.ts';
export * from './enums.ts';
export * from './inputs.ts';
export * from './models.ts';
export * from './parts.ts';
export * from './steps.ts';
