export type { ErasureRequest, ListResult, OwnDocument } from '@portal/contract-kit';
export { type Api, createApi, useApi } from './api/api.ts';
export { exportDocuments, findDocuments, performAction, readHistory, searchDocuments } from './api/documents.ts';
export { downloadBlob, fetchPrepared, saveBlob, useDownload } from './api/download.ts';
export { ApiProblem, asProblem, isProblem } from './api/problem.ts';
export { forgetIdempotencyKey, submitOnce } from './api/retry.ts';
export { captureTransport, type Transport } from './api/transport.ts';
export { type AreaDefinition, KitProviders } from './area/area-root.tsx';
export { defineArea, defineLateArea } from './area/define-area.tsx';
export { earlyInputAttributes, useEarlyInput } from './area/early-input.ts';
export { inTasks, nextTask } from './area/in-tasks.ts';
export { any, contains, eq, neq, oneOf, recordName } from './catalogue/criteria.ts';
export { type ListState, useCatalogue, useEnum } from './catalogue/use-catalogue.ts';
export { Button, ButtonGroup, ButtonLink, IconButton } from './components/button.tsx';
export {
  Card,
  Fold,
  Heading,
  InsetText,
  NotificationBanner,
  type SimpleColumn,
  SimpleTable,
  SummaryCard,
  SummaryList,
  type SummaryRow,
  WarningText,
} from './components/content.tsx';
export { ErrorAlert, ErrorSummary } from './components/errors.tsx';
export { lazyPart } from './components/lazy-part.tsx';
export { lazyScreen } from './components/lazy-screen.tsx';
export { ConfirmDialog, Modal } from './components/modal.tsx';
export { PublicPage, type Result, ResultPanel, StaffPage } from './components/page.tsx';
export { fieldId, type PageError, problemErrors } from './components/page-error.ts';
export { setPortalName } from './components/page-title.ts';
export { Pending, PendingPage, PendingStaffPage } from './components/pending.tsx';
export { EmptyState, ErrorBoundary, FailurePanel, LoadingPanel, NoPermission, NotFound, RequireRole, SignInNeeded } from './components/states.tsx';
export type { Tone } from './components/status.ts';
export { LaneChip, StatusTag, Tag } from './components/tags.tsx';
export { matchesOf } from './components/use-matches.ts';
export { useSingleRun } from './components/use-single-run.ts';
export { actionFor } from './document/action-for.ts';
export { prefilledFormAddress, prefillSourceId } from './document/prefill-address.ts';
export { type BlankForm, documentKey, documentPath, fromNetwork, loadDocument, showAnswer, useBlankDocument, useDocument } from './document/use-document.ts';
export { guardDrafts } from './draft/drafts.ts';
export { areAnswersKept, useKeeping } from './draft/keeping.ts';
export { keepTyped } from './forms/values.ts';
export { type BrowserDatabase, inTransaction, requestResult } from './indexed-db.ts';
export { LanguageSwitch } from './language/bilingual.tsx';
export { formatDate, formatDateTime, formatMoney, formatShortDate, formatTime, useFormat } from './language/format.ts';
export { addTexts, currentLanguage, initI18n, prepareLanguage, speakForStaff, useBothLanguages, useKitText, useLanguage, useText } from './language/i18n.ts';
export type { Label, Language } from './language/labels.ts';
export { offeredLanguages } from './language/packs.ts';
export { senderOf } from './offline/sender.ts';
export { mayHaveWaitingForms, onWaitingChange } from './offline/waiting-flag.ts';
export { givePageSettings, pageChoice, pageSetting, productName, productSlug } from './page-settings.ts';
export { type CodePicture, QrFigure } from './qr/qr-code.tsx';
export { QrPage, type QrPageProps } from './qr/qr-page.tsx';
export * from './query.ts';
export * from './router.ts';
export { finishKeptSignOut } from './session/clear-after-sign-out.ts';
export { IdleDialog } from './session/idle.tsx';
export { type OpenedDocument, openedDocuments, rememberOpened } from './session/opened-documents.ts';
export { portalTime } from './session/portal-time.ts';
export { signIn, useSession } from './session/session.tsx';
export { background, refreshSession, sessionStore, sessionUser } from './session/session-store.ts';
export { beginShift, endShift, keepOnDevice, onKeepOnDevice, shiftSecret } from './session/shift.ts';
export { noteUnsent } from './session/unsent.ts';
export { today } from './today.ts';
