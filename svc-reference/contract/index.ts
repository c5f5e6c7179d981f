export * from './catalogues.ts';
