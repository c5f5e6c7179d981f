export * from './bodies.ts';
