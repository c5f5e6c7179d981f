import { recordOf } from '@portal/contract-kit';
import { InsetText, useText, WarningText } from '@portal/web-kit';
import { closedSections, DocumentForm, FoldingForm } from '@portal/web-kit/forms';
import { ActionsTable, DeferredPart, type DocumentParts, useDocumentPage } from '@portal/web-kit/staff';
import {
  applicationEditable,
  datesEditable,
  hasDueFee,
  holderEditable,
  isOfficersChange,
  isWithAuthor,
  type LicenceMode,
  licenceModes,
  recommendationLabels,
  recommendations,
  requirementsConfirmable,
  scansEditable,
} from 'svc-licences/contract';
import { type LicenceEnvelope, type LicenceValues, licenceKind, publicBase, staffBase } from './licence.api.ts';
import { PendingChange } from './pending-change.tsx';
import { t } from './texts.ts';
import { useLicenceForm } from './use-licence-form.ts';

const decisions = recommendations.map((code) => recordOf(code, recommendationLabels[code]));

/** Modes that only show a document. */
const readModes = new Set<string>(['view', 'print', 'printform']);

/** Checks that there is something to fill in in this mode. */
const isEditing = (mode: string): boolean =>
  applicationEditable(mode) || holderEditable(mode) || requirementsConfirmable(mode) || scansEditable(mode) || datesEditable(mode);

/** Actions that ask for confirmation, because they cannot be undone. */
const confirm = { withdrawal: true, rejection: true, suspension: true, issuance: true };

interface LicenceDocumentOptions {
  envelope: LicenceEnvelope;
  mode: LicenceMode;
  /** Base address of the page: that of the public's pages or that of the officers' pages. */
  base: string;
  reload(): void;
  /** Whether the history and the timeline are shown; only for users who may read the list. */
  withHistory: boolean;
  /** Whether the sections to fill in are folded on a phone. */
  folds?: boolean;
}

/** Builds the page of a licence document in one mode, for officers and for the owner. */
export function useLicenceDocument({ envelope, mode, base, reload, withHistory, folds }: LicenceDocumentOptions): DocumentParts {
  const text = useText();
  const { model } = envelope;
  const form = useLicenceForm(model as unknown as LicenceValues, mode);
  const offered = mode === 'new' || readModes.has(mode) || envelope.actions.some((action) => action.name === mode);
  const editing = offered && isEditing(mode);
  // The service names the reason only when it is an earlier action of this officer. Otherwise the reason is the status or a missing role.
  const blocked = envelope.blocked?.find((action) => action.name === mode);
  const actions = envelope.actions.map((action) => {
    return action.name === 'view' ? { ...action, label: text(t.backToDocument) } : action;
  });
  const to = (action: string) => (id: string) => `${base}/${action}/${id}`;

  return useDocumentPage({
    envelope: { ...envelope, actions },
    mode,
    kind: licenceKind,
    base,
    service: t.service,
    form,
    editing,
    draft: `licence-${mode}-${model.id || 'new'}-${model.version}`,
    notOffered: offered ? undefined : { title: t.notOffered, text: blocked?.message ?? t.notOfferedText, back: t.backToDocument },
    done: ({ name }) => {
      // The service names the action in the reader's language.
      const label = model.actions?.filter(({ action }) => action === name).at(-1)?.operation;
      return label && `${label}: ${text(model.pendingChange?.action === name ? t.changeAsked : t.done)}`;
    },
    notices: (
      <>
        {mode === 'view' ? <PendingChange model={model} /> : null}
        {offered && isOfficersChange(mode) ? <InsetText>{text(t.confirmedByAnother)}</InsetText> : null}
        {offered && mode === 'issuance' && hasDueFee(model) ? <WarningText>{text(t.feesDue)}</WarningText> : null}
      </>
    ),
    document: (
      <>
        {editing && folds ? (
          <FoldingForm sections={form.sections} mode={mode} contract={form.contract} unfolded={['fees']} />
        ) : editing ? (
          <DocumentForm sections={form.sections} mode={mode} />
        ) : (
          <DocumentForm sections={closedSections(form.sections)} mode={offered ? mode : 'view'} editable={false} model={{ ...model }} />
        )}
        <DeferredPart>{model.actions?.length ? <ActionsTable entries={model.actions} /> : null}</DeferredPart>
      </>
    ),
    choices: { recommendation: decisions },
    confirm,
    submitted: !isWithAuthor(model.documentStatus),
    // Check a verification in the browser first, so that the errors are shown at their fields without a call.
    values: ({ name }) => (name === 'verification' && !form.contract.check() ? undefined : editing ? form.body() : {}),
    navigate: { view: to('view'), ...Object.fromEntries(licenceModes.map((name) => [`open-${name}`, to(name)])) },
    fileName: (action) => (action.name === 'print-form' ? 'form.pdf' : `${model.serialReference?.reference ?? 'draft'}-${action.name}.pdf`),
    after: ({ id, serialReference }) => {
      // A draft gets its reference and its code when it is submitted. The officers have no page with the code.
      const registered = base === publicBase && !model.serialReference && serialReference;
      return `${base}/${registered ? 'qr' : 'view'}/${id}`;
    },
    history: withHistory ? t.history : undefined,
    thread: { scope: 'professional' },
    officers: base === staffBase ? 'professional-license' : undefined,
    reload,
  });
}
