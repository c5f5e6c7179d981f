import type { Api } from '@portal/web-kit';
import { sendFile } from '@portal/web-kit/media';
import type { ImportPlan } from 'svc-reference/contract';
import { cataloguePath, type WriteAnswer } from '../shared/catalogue-admin.api.ts';

/** A file that was tried, and what it would change. */
export interface DryRunResult {
  file: File;
  retireMissing: boolean;
  plan: ImportPlan;
}

/**
 * Returns a function that imports a file that was tried. An import that is sent again, because its answer was lost, has the same idempotency key, so that it is
 * not made twice.
 */
export function importSender(name: string) {
  let sent: { tried: DryRunResult; reason: string; idempotencyKey: string } | undefined;
  return (api: Api, tried: DryRunResult, reason: string): Promise<WriteAnswer | { created: number }> => {
    if (sent?.tried !== tried || sent.reason !== reason) sent = { tried, reason, idempotencyKey: crypto.randomUUID() };
    const { file, retireMissing, plan } = tried;
    const query = new URLSearchParams({ retireMissing: String(retireMissing), plan: plan.plan, reason });
    return sendFile(api, `${cataloguePath(name)}/import?${query}`, file, file.name, {}, { idempotencyKey: sent.idempotencyKey });
  };
}
