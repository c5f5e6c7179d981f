import type { DocumentEnvelope } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { loadDocument } from '../../document/use-document.ts';
import type { CompletedAction } from './completed-action.ts';

/** The part of a case that is read when its decision is undone. */
export interface UndoneCase {
  documentStatus?: string;
  serialReference?: { reference: string };
}

/** Undoes a decision. If somebody has added a note meanwhile, the case has a new version, but the decision still stands, so it is undone in that version. */
export async function undoDecision(
  api: Api,
  { action, kind, id, version, status }: NonNullable<CompletedAction['undo']>,
  comment: string,
): Promise<DocumentEnvelope<UndoneCase>> {
  try {
    return await performAction<UndoneCase>(api, action, { version, comment });
  } catch (error) {
    if (!asProblem(error).has('STALE_VERSION')) throw error;
    const { model, actions } = await loadDocument<UndoneCase & { version: number }>(api, kind, id);
    const offered = actions.find(({ name }) => name === action.name);
    if (!offered || model.documentStatus !== status) throw error;
    return performAction<UndoneCase>(api, offered, { version: model.version, comment });
  }
}
