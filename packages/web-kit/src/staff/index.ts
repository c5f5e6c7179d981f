export { DocumentList, type DocumentListProps, type ListLink } from './document-list.tsx';
export { HistoryDialog, type HistoryDialogProps } from './history-dialog.tsx';
export type { ListFilter } from './list-state.ts';
export type { ListColumn } from './list-table.tsx';
