export { backUp } from './backup.ts';
export { type Drill, drill, momentOf, restore, restoreUntil } from './restore.ts';
