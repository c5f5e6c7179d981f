import { lazyPart, useText } from '@portal/web-kit';
import { CheckboxField } from '@portal/web-kit/forms';
import { type RequirementRow, requirementsConfirmable, type TripDocument, type TripMode } from 'svc-trips/contract';
import { EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

// The form of the public has no such table, so this part is lazy loaded and applicants do not download it.
const RequirementTable = lazyPart(() => import('@portal/web-kit/staff').then(({ RequirementTable }) => ({ default: RequirementTable })));

/** The requirements: ticked by the applicant, confirmed by the verifier, read-only for everyone else. */
export function Requirements({ trip, mode, editable }: { trip: Partial<TripDocument>; mode: TripMode; editable: boolean }) {
  const text = useText();
  const rows: RequirementRow[] = trip.requirements ?? [];
  if (rows.length === 0) return <EmptyListMessage trip={trip} none={t.noneAsked} />;
  if (!editable) return <RequirementTable name="requirements" mode="read" rows={rows} />;
  if (requirementsConfirmable(mode)) return <RequirementTable name="requirements" mode="confirm" />;
  return (
    <>
      <p className="govuk-hint">{text(t.tickProvided)}</p>
      {rows.map((row, index) => (
        <CheckboxField key={row.id} name={`requirements.${index}.accepted`} label={row.description ?? ''} required={false} />
      ))}
    </>
  );
}
