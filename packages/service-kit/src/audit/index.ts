/** The parts that a witness needs to check a log, without the rest of the kit: the tree and its heads. */
export { GrowingTree, hashLeaf, proveConsistency, type ReadNodes, verifyConsistency } from './merkle.ts';
export * from './tree-head.ts';
