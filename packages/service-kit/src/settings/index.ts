/** The settings classes, as a separate entry point without the rest of the kit. */
export * from './settings.ts';
export { settingKinds } from './values.ts';
