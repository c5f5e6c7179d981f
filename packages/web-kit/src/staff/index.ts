/** The further parts of the kit for officers' screens. */
import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { Modal } from '../components/modal.tsx';
export { ActionPanel, type ActionPanelProps } from './action-panel.tsx';
export { DocumentList } from './document-list.tsx';
export { DocumentPage } from './document-page.tsx';
export { ActionsTable } from './document-tables.tsx';
export { HistoryDialog } from './history-dialog.tsx';
export type { ListFilter } from './list-state.ts';
export type { ListColumn } from './list-table.tsx';
export { PrintButton } from './print-button.tsx';
export { RequirementTable } from './requirement-table.tsx';
export { StaleDialog } from './stale-dialog.tsx';
export { type DocumentParts, useDocumentPage } from './use-document-page.tsx';
