export * from './document.ts';
export * from './sample.ts';
export * from './statuses.ts';
