import { L, Text, validateContract } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { unprocessable } from '../http/problems.ts';

/** Why a job, or a message, is tried again or given up. */
export class JobReason {
  @Text({ label: L('Reason', 'Motivo'), required: true, max: 500 }) reason?: string;
}

/** @throws 422 where none is given */
export function reasonIn(body: unknown, { language }: Call): string {
  const { value, errors } = validateContract(JobReason, body, language);
  if (errors.length) throw unprocessable(errors);
  return value.reason as string;
}
