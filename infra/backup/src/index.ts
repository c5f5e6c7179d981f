export { backUp } from './backup.ts';
export { skippedNumbers } from './raise-counters.ts';
export { remotesFolder } from './remotes-store.ts';
export { type Drill, drill, momentOf, restore, restoreUntil } from './restore.ts';
export { restoreRemotes } from './restore-remotes.ts';
