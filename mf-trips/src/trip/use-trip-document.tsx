import { useText } from '@portal/web-kit';
import { closedSections, DocumentForm, FoldingForm } from '@portal/web-kit/forms';
import { ActionsTable, DeferredPart, type DocumentParts, useDocumentPage } from '@portal/web-kit/staff';
import { inputOfMode, type Movement, type TripMode } from 'svc-trips/contract';
import { t } from './texts.ts';
import { modeInAddress, staffBase, type TripEnvelope, type TripValues, tripKind } from './trip.api.ts';
import { useTripForm } from './use-trip-form.ts';

/** Modes that only show a document. */
const readModes = new Set<string>(['view', 'return-view', 'print']);

/** Page that is opened after an action, if it is not the page of the document. */
const nextPages: Record<string, string> = { 'direct-submit': 'inqr', submission: 'inqr', store: 'edit' };

interface TripDocumentOptions {
  envelope: TripEnvelope;
  mode: TripMode;
  /** Base address of the page: that of the public's pages or that of the officers' pages. */
  base: string;
  reload(): void;
  /** Whether the history and the timeline are shown; only for users who may read the list. */
  withHistory: boolean;
  /** Whether the sections to fill in are folded on a phone. */
  folds?: boolean;
  movement?: Movement;
  mediaScope?: string;
}

/** Builds the page of a trip in one mode, for officers and for the applicant. */
export function useTripDocument({ envelope, mode, base, reload, withHistory, folds, movement, mediaScope }: TripDocumentOptions): DocumentParts {
  const text = useText();
  const { model } = envelope;
  const form = useTripForm(model as TripValues, mode, { movement, mediaScope });
  const offered = mode === 'new' || readModes.has(mode) || envelope.actions.some(({ kind, modes }) => kind === 'submit' && modes.includes(mode));
  const editing = offered && inputOfMode(mode) !== null;
  const blocked = envelope.blocked?.find(({ modes }) => modes.includes(mode));
  const to = (mode: string) => (id: string) => `${base}/${modeInAddress(mode)}/${id}`;
  // The action `open-approval`, for example, opens the form of the mode `approval`.
  const ways = envelope.actions.filter(({ kind }) => kind === 'navigate').map(({ name }) => [name, to(name.replace(/^open-/, ''))] as const);

  return useDocumentPage({
    envelope,
    mode,
    kind: tripKind,
    base,
    service: t.service,
    form,
    editing,
    draft: `trip-${mode}-${movement ?? ''}-${model.id || 'new'}-${model.version}`,
    notOffered: offered ? undefined : { title: t.notOffered, text: blocked?.message ?? t.notOfferedText, back: t.back },
    thread: { scope: 'trip' },
    done: ({ label }) => `${label}: ${text(t.done)}`,
    document: (
      <>
        {editing && folds ? (
          <FoldingForm sections={form.sections} mode={mode} contract={form.contract} unfolded={['fees']} />
        ) : editing ? (
          <DocumentForm sections={form.sections} mode={mode} />
        ) : (
          // Show the sections of a mode even while its action is not available.
          <DocumentForm sections={closedSections(form.sections)} mode={mode} editable={false} model={{ ...model }} />
        )}
        <DeferredPart>{model.actions?.length ? <ActionsTable entries={model.actions} /> : null}</DeferredPart>
      </>
    ),
    values: (action) => {
      if (!editing) return {};
      // A draft may be incomplete. Everything else is checked before it is sent.
      if (action.name !== 'store' && !form.check()) return undefined;
      return form.body();
    },
    confirms: mode === 'verification' ? { verification: () => form.form.getValues('requirements') } : undefined,
    navigate: Object.fromEntries(ways),
    fileName: (action) => `${model.serialReference?.reference ?? 'draft'}-${action.name}.pdf`,
    after: ({ id }, { name }) => `${base}/${nextPages[name] ?? 'view'}/${id}`,
    history: withHistory ? t.history : undefined,
    officers: base === staffBase ? 'triptic-trip' : undefined,
    reload,
  });
}
