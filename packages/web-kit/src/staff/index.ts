/** What the screens of officers stand on besides the kit itself. */
import { addTexts, KIT } from '../language/i18n.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

export { ConfirmDialog, Modal } from '../components/modal.tsx';
export { ActionPanel, type ActionPanelProps } from './action-panel.tsx';
export { DocumentList, type DocumentListProps, type ListLink } from './document-list.tsx';
export { DocumentPage, type DocumentPageProps } from './document-page.tsx';
export { ActionsTable, type FeeEntry, FeesTable } from './document-tables.tsx';
export { HistoryDialog, type HistoryDialogProps } from './history-dialog.tsx';
export type { ListFilter } from './list-state.ts';
export type { ListColumn } from './list-table.tsx';
export { type RequirementEntry, RequirementTable, type RequirementTableProps } from './requirement-table.tsx';
export { StaleDialog, type StaleDialogProps } from './stale-dialog.tsx';
export { type DocumentPageOptions, type DocumentParts, useDocumentPage } from './use-document-page.tsx';
