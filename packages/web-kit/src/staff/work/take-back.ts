import type { DocumentEnvelope } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { loadDocument } from '../../document/use-document.ts';
import type { Done } from './done.ts';

/** What is read of a case whose decision is taken back. */
export interface TakenBack {
  documentStatus?: string;
  serialReference?: { reference: string };
}

/** Takes a decision back. A note that somebody wrote meanwhile made a new version of the case; the decision still stands and is taken back all the same. */
export async function takeBack(
  api: Api,
  { action, kind, id, version, status }: NonNullable<Done['undo']>,
  comment: string,
): Promise<DocumentEnvelope<TakenBack>> {
  try {
    return await performAction<TakenBack>(api, action, { version, comment });
  } catch (error) {
    if (!asProblem(error).has('STALE_VERSION')) throw error;
    const { model, actions } = await loadDocument<TakenBack & { version: number }>(api, kind, id);
    const offered = actions.find(({ name }) => name === action.name);
    if (!offered || model.documentStatus !== status) throw error;
    return performAction<TakenBack>(api, offered, { version: model.version, comment });
  }
}
