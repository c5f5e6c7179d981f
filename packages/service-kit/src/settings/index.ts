/** Settings classes, without the rest of the kit. */
export * from './settings.ts';
export { kinds } from './values.ts';
