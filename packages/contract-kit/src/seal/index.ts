/** The format of seals, for the services that create them and the devices that verify them. */

export { codeMask, codeParts } from './code-parts.ts';
export { digestBytes, looksLikeSeal, makeSeal, personText, readSeal, type SealedKind, type SealFacts, saltBytes, sealKeyId } from './seal.ts';
