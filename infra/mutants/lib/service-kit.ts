/**
 * The parts of the service kit that workflow tables and their tests use. A mutation run loads the kit anew for each mutant. Loading all of it, with the web
 * server and the database, would take longer than the tests.
 */
export * from '../../../packages/service-kit/src/access/access.ts';
export * from '../../../packages/service-kit/src/auth/actor.ts';
export * from '../../../packages/service-kit/src/catalogue/may-apply.ts';
export * from '../../../packages/service-kit/src/catalogue/questions.ts';
export * from '../../../packages/service-kit/src/catalogue/requirements.ts';
export * from '../../../packages/service-kit/src/clock.ts';
export * from '../../../packages/service-kit/src/documents/define-workflow.ts';
export * from '../../../packages/service-kit/src/documents/workflow.ts';
export * from '../../../packages/service-kit/src/documents/workflow-document.ts';
export * from '../../../packages/service-kit/src/documents/workflow-evaluator.ts';
export * from '../../../packages/service-kit/src/documents/workflow-lines.ts';
export * from '../../../packages/service-kit/src/http/problems.ts';
export * from '../../../packages/service-kit/src/media/registered-files.ts';
export * from '../../../packages/service-kit/src/payments/receipt.ts';
export * from '../../../packages/service-kit/src/prints/print-parts.ts';
export * from '../../../packages/service-kit/src/thread/open-question.ts';
