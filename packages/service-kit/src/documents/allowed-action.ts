/** Decides whether a caller may do an action on a document now. */
import { dayMs, L, sentence } from '@portal/contract-kit';
import { type Call, isStaff } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { tooMany, unprocessable } from '../http/problems.ts';
import { claimedError, isBlockedByClaim } from '../work/claims.ts';
import type { Plain } from './action-body.ts';
import type { ServerFields } from './document-definition.ts';
import type { DocumentReader, FoundDocument } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { staleVersion } from './stale-version.ts';
import type { ActionRule } from './workflow.ts';
import { refusalOf } from './workflow-evaluator.ts';

/** Maximum number of changes that an applicant may make to a document in 24 hours. */
const changesADay = 20;

/**
 * Returns the rule of an action, after checking that the caller may do it on the document now.
 * @throws 401, 403, 409 (claimed by another officer, stale version, not allowed now), 422 without a version, 429 for an applicant's 21st change in a day
 */
export async function allowedAction<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  { row, access, key, claim }: FoundDocument<Row>,
  action: string,
  plain: Plain,
  call: Call,
): Promise<ActionRule<Status, Model>> {
  const { definition: d, kit } = documents;
  const state = documents.documentStateOf(row, access, key.asked);
  const refusal = refusalOf(d.workflow, d, action, state, call.actor);
  if (refusal && refusal.status !== 409) throw refusal;
  if (claim && isBlockedByClaim(claim, d, call)) throw claimedError(claim);
  if (typeof plain.version === 'number' && plain.version !== row.version) throw await staleVersion(documents, row, access, call);
  if (refusal) throw refusal;
  const rule = d.workflow.actions[action] as ActionRule<Status, Model>;
  if (rule.kind === 'download' || rule.kind === 'navigate') return rule;
  if (typeof plain.version !== 'number')
    throw unprocessable([
      {
        code: 'REQUIRED',
        field: 'version',
        message: L('Send the version of the document that you have seen', 'Envie a versão do documento que viu'),
      },
    ]);
  if (!isStaff(call.actor) && !call.actor.isPortal) {
    const since = dateTime(new Date(kit.clock.now().getTime() - dayMs));
    const lately = state.model.actions.slice(1).filter((entry) => entry.capacity === 'applicant' && entry.dateTime > since);
    if (lately.length >= changesADay)
      throw tooMany(
        sentence(
          'This document was changed {{count}} times today. Try again tomorrow.',
          'Este documento foi alterado {{count}} vezes hoje. Tente de novo amanhã.',
          { count: changesADay },
        ),
        Math.max(1, Math.ceil((Date.parse(`${lately[0]?.dateTime}Z`) + dayMs - kit.clock.now().getTime()) / 1000)),
      );
  }
  return rule;
}
