/** The further parts of the kit for officers' screens. */
import { addTexts, KIT } from '../language/i18n.ts';
import { texts as mediaTexts } from '../media/texts.ts';
import { liveTexts } from './live/texts.ts';
import { texts } from './texts.ts';
import { threadTexts } from './thread/texts.ts';
import { viewTexts } from './views/texts.ts';
import { workTexts } from './work/texts.ts';

addTexts(KIT, texts);
addTexts(KIT, viewTexts);
addTexts(KIT, liveTexts);
addTexts(KIT, threadTexts);
// Answers bring files.
addTexts(KIT, mediaTexts);
addTexts(KIT, workTexts);

export { Modal } from '../components/modal.tsx';
export { ActionPanel, type ActionPanelProps } from './action-panel.tsx';
export type { BulkActions } from './bulk/bulk-dialog.tsx';
export { Changes } from './changes.tsx';
export { DocumentList } from './document-list.tsx';
export { DocumentPage } from './document-page.tsx';
export { ActionsTable } from './document-tables.tsx';
export { Due, useMinute } from './due.tsx';
export { HistoryDialog } from './history-dialog.tsx';
export { chassisLetters, type ListFilter, nameLetters, plateLetters, referenceDigits } from './list-state.ts';
export type { ListColumn } from './list-table.tsx';
export type { LiveEvent } from './live/live-connection.ts';
export { Presence } from './live/presence.tsx';
export { type CasePresence, useCasePresence, useLiveEvents, useQueueChanges } from './live/use-live.ts';
export { withReason } from './offered.ts';
export { PageSteps } from './page-steps.tsx';
export { PrintButton } from './print-button.tsx';
export { ConfirmAll, RequirementChecks, RequirementTable } from './requirement-table.tsx';
export { StaleDialog } from './stale-dialog.tsx';
export { Notes } from './thread/notes.tsx';
export { Thread } from './thread/thread.tsx';
export { type DocumentParts, useDocumentPage } from './use-document-page.tsx';
export { useCommand } from './work/commands.ts';
export { Desk } from './work/desk.tsx';
export { Key } from './work/key.tsx';
export { KeyList } from './work/key-list.tsx';
export { Later } from './work/later.tsx';
export { useKeepList } from './work/list-address.ts';
export { OpeningCase } from './work/opening-case.tsx';
export { PhoneBar } from './work/phone-bar.tsx';
export type { Place } from './work/places.ts';
export { KeysButton, WorkKeys } from './work/work-keys.tsx';
