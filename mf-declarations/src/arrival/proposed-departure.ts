import type { FieldValues, UseFormReturn } from '@portal/web-kit/forms';
import { useEffect } from 'react';

type Stay = { arrivalDate?: unknown; stayLength?: unknown; departureDate?: unknown };

const dayMs = 86_400_000;

/** The day of departure that follows from the day of arrival and the length of the stay; undefined while one of them is missing. */
export function departureAfter({ arrivalDate, stayLength }: Stay): string | undefined {
  if (stayLength === undefined || stayLength === null || stayLength === '') return undefined;
  const departure = new Date(Date.parse(String(arrivalDate)) + Number(stayLength) * dayMs);
  return Number.isNaN(departure.getTime()) ? undefined : departure.toISOString().slice(0, 10);
}

/** Proposes the day of departure of a new declaration. A day that the traveller chose stays. */
export function useProposedDeparture<Values extends FieldValues>(typed: UseFormReturn<Values>, enabled: boolean): void {
  const form = typed as unknown as UseFormReturn<FieldValues>;
  useEffect(() => {
    if (!enabled) return;
    let before = departureAfter(form.getValues());
    const changes = form.watch((values: Stay, { name }) => {
      const now = departureAfter(values);
      const isProposed = !values.departureDate || values.departureDate === before;
      const isNew = now !== before;
      before = now;
      if (isNew && isProposed && (name === 'arrivalDate' || name === 'stayLength')) form.setValue('departureDate', now ?? '', { shouldDirty: true });
    });
    return () => changes.unsubscribe();
  }, [form, enabled]);
}
