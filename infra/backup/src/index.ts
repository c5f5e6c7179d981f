export { backUp } from './backup.ts';
export { type Drill, drill, restore } from './restore.ts';
