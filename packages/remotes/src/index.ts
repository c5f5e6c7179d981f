export { attest, attested, type Envelope, type Material, type Statement, type Subject, statementOf } from './attestation.ts';
export { sha384 } from './build-files.ts';
export { abortCanary, canary } from './canary.ts';
export type { Deployment } from './deployment.ts';
export { deploymentFrom } from './deployment-settings.ts';
export { addressProblems, asList, isAreaName, isPath, missingHashes, prefixProblems } from './entry-checks.ts';
export { openStore } from './open-store.ts';
export { type Attribution, type Decision, type Order, type OrderAction, orderActions } from './order.ts';
export {
  choiceHolds,
  isGenuineOrder,
  newestSequence,
  orderAfter,
  orderWithoutRequest,
  orderWithRequest,
  type SignedEntries,
  signOrder,
  versionsInForce,
} from './orders.ts';
export { type Period, periodsOf } from './periods.ts';
export { buildFile, provenanceFile, provenanceProblems, sbomFile } from './provenance.ts';
export { publish, publishBuilt } from './publish.ts';
export {
  type Area,
  type Change,
  type Entry,
  type OfflineParts,
  type PrerenderedScreen,
  parseRegistry,
  type Registry,
  type RemoteJson,
  renderingsOf,
} from './registry.ts';
export { rollback } from './rollback.ts';
export { htmlFault, readDocumentScreen, readScreen, type ScreenCase, type ScreenFile } from './screen-checks.ts';
export { type Purpose, parseTrustedKeys, publicKeyText, signatureOf, signerOf } from './signing.ts';
export { developmentTrustFile, newKey } from './signing-keys.ts';
export type { Store } from './store.ts';
export { isRecordOfVersion, signatureFile, storedRemote, versionProblems } from './stored-version.ts';
export { diffVersions, type VersionDiff } from './version-diff.ts';
