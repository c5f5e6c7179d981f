/** The parts that a witness needs to check a log, without the rest of the kit: the tree and its heads. */
export * from './merkle.ts';
export * from './tree-head.ts';
