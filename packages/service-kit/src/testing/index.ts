/** For tests only. */
export { TestAuthority } from './authority.ts';
export { callHeaders } from './call-headers.ts';
export * from './cases.ts';
export * from './dated-records.ts';
export * from './desk.ts';
export { freePort } from './free-port.ts';
export { untilLockWait } from './lock-wait.ts';
export * from './messages.ts';
export { expectNotesInside } from './notes-inside.ts';
export * from './plain-form.ts';
export { hasRedisServer, startRedisCluster, type TestCluster } from './redis-cluster.ts';
export { type RightsRow, triesRights } from './rights.ts';
export * from './stub-services.ts';
export * from './test-backends.ts';
export * from './test-clock.ts';
export { until } from './until.ts';
export { testsWorkflowDocument } from './workflow-document.ts';
export { workingTime } from './working-time.ts';
