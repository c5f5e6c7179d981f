export { backUp } from './backup.ts';
export { skippedNumbers } from './raise-counters.ts';
export { type Drill, drill, momentOf, restore, restoreUntil } from './restore.ts';
