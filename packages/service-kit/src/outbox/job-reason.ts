import { L, Text, validateContract } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { unprocessable } from '../http/problems.ts';

/** The answer to a decision about a job or a message. */
export interface JobAnswer {
  model: { id: string };
}

/** The reason that an operator gives for retrying or dismissing a job or a message. */
export class JobReason {
  @Text({ label: L('Reason', 'Motivo'), required: true, max: 500, lines: true }) reason?: string;
}

/** Reads the reason from a request body. @throws 422 where no reason is given */
export function reasonIn(body: unknown, { language }: Call): string {
  const { value, errors } = validateContract(JobReason, body, language);
  if (errors.length) throw unprocessable(errors);
  return value.reason as string;
}
