export type { ErasureRequest, ListResult, OwnDocument } from '@portal/contract-kit';
export { type Api, apiOf, type CallOptions, createApi, type Method, type UploadOptions, useApi } from './api/api.ts';
export { exportDocuments, findDocuments, openWithCode, performAction, readHistory, type SentCode, searchDocuments, sendOneTimeCode } from './api/documents.ts';
export { type DownloadAction, type DownloadOptions, downloadBlob, fetchPrepared, saveBlob, useDownload } from './api/download.ts';
export { ApiProblem, asProblem, isProblem } from './api/problem.ts';
export { forgetIdempotencyKey, idempotencyKeyFor, newIdempotencyKey, submitOnce, withRetry } from './api/retry.ts';
export { captureTransport, type Transport } from './api/transport.ts';
export { type AreaDefinition, type AreaLifecycles, type AreaProps, defineArea, KitProviders } from './area/define-area.tsx';
export { contains, eq, matchRecords, neq, oneOf, recordName } from './catalogue/criteria.ts';
export { type CatalogueState, useCatalogue, useEnum, useRecords } from './catalogue/use-catalogue.ts';
export { Button, ButtonGroup, ButtonLink, type ButtonProps, type ButtonVariant, IconButton } from './components/button.tsx';
export {
  Card,
  Details,
  Fieldset,
  Heading,
  InsetText,
  NotificationBanner,
  Panel,
  type SimpleColumn,
  SimpleTable,
  SummaryCard,
  SummaryList,
  type SummaryRow,
  WarningText,
} from './components/content.tsx';
export { ErrorAlert, ErrorSummary } from './components/errors.tsx';
export { Icon, type IconName } from './components/icon.tsx';
export { ConfirmDialog, Modal } from './components/modal.tsx';
export { BackLink, type PageProps, PublicPage, StaffPage } from './components/page.tsx';
export { fieldId, type PageError, problemErrors } from './components/page-error.ts';
export { pageTitle, setPortalName, useHeadingFocus, usePageTitle } from './components/page-title.ts';
export { Pending, type PendingQuery } from './components/pending.tsx';
export {
  EmptyState,
  ErrorBoundary,
  FailurePanel,
  LoadingPanel,
  NoPermission,
  NotFound,
  OfflineNotice,
  RequireRole,
  SignInNeeded,
  Skeleton,
  useOnline,
} from './components/states.tsx';
export { statusTone, type Tone } from './components/status.ts';
export { LaneChip, StatusTag, Tag } from './components/tags.tsx';
export { Text } from './components/text.tsx';
export { useSingleRun } from './components/use-single-run.ts';
export { actionFor, documentKey, documentPath, loadDocument, useDocument } from './document/use-document.ts';
export { guardDrafts } from './draft/drafts.ts';
export { Bilingual, LanguageSwitch } from './language/bilingual.tsx';
export { formatDate, formatDateTime, formatMoney, formatNumber, formatTime, useFormat } from './language/format.ts';
export { addTexts, currentLanguage, initI18n, setLanguage, type TextFunction, useKitText, useLanguage, useText } from './language/i18n.ts';
export { type Label, type Language, languageNames, languages, type Texts } from './language/labels.ts';
export { QrPage, type QrPageProps } from './qr/qr-page.tsx';
export * from './query.ts';
export * from './router.ts';
export { IdleDialog, useIdleWarning } from './session/idle.tsx';
export { type Session, SessionProvider, signIn, signOut, useSession } from './session/session.tsx';
export { background, refreshSession, type SessionData, seedSession } from './session/session-store.ts';
