export { HeadStore, localFolder, type Restoration } from './head-store.ts';
export { createWitness, type RunningWitness } from './server.ts';
export { WitnessSettings } from './settings.ts';
