import { actionFor, StaffPage, useText } from '@portal/web-kit';
import { useWatch } from '@portal/web-kit/forms';
import { departures } from '../shared/declaration.api.ts';
import type { EditProps } from '../shared/declaration-document.tsx';
import { StaffEditor } from '../shared/staff-editor.tsx';
import { useDeclarationEdit } from '../shared/use-declaration-edit.tsx';
import type { DepartureEnvelope } from './departure.api.ts';
import { t } from './texts.ts';
import { unansweredIn, useDepartureForm } from './use-departure-form.ts';

/** Actions that each mode of the page can send, the preferred one first. An officer who did not register the declaration sends an amendment. */
const actionNames = { new: ['register'], update: ['update'], edit: ['update', 'amendment'], amendment: ['amendment'] } as const;

/** Form with which an officer registers a declaration for a traveller, or changes or amends a registered one. */
export function DepartureEdit({ mode, envelope, sets, reload }: EditProps<DepartureEnvelope['model']>) {
  const text = useText();
  const form = useDepartureForm(envelope.model, mode, { sets, reader: 'officer' });
  const action = actionNames[mode].map((name) => actionFor(envelope.actions, name, mode)).find(Boolean);
  const edit = useDeclarationEdit({ kind: departures, mode, envelope, sets, form, texts: t, reload });
  const unanswered = unansweredIn(useWatch({ control: form.form.control, name: 'questions' }));

  if (!action) {
    return (
      <StaffPage title={edit.title} back={edit.backTo}>
        <p className="govuk-body">{text(t.notChangeable)}</p>
      </StaffPage>
    );
  }
  return (
    <StaffEditor mode={mode} envelope={envelope} action={action} edit={edit} form={form} blocked={unanswered > 0 ? t.unanswered(unanswered) : undefined} />
  );
}
