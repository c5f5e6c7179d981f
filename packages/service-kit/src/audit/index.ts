/** What a witness needs to check a log: the tree and its heads, without the rest of the kit. */
export * from './merkle.ts';
export * from './tree-head.ts';
