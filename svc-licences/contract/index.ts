export * from './document.ts';
export * from './finder.ts';
export * from './inputs.ts';
export * from './licence.ts';
export * from './modes.ts';
export * from './parts.ts';
export * from './statuses.ts';
