export { startBucket } from './s3-server.ts';
export { signedEntry, writeRegistry, writeSignedRegistry } from './signed-registry.ts';
export { aBuild, aDeployment, aFolder, aShellManifest } from './test-build.ts';
