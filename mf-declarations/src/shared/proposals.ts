import { valueAt } from '@portal/contract-kit';
import { useCatalogue } from '@portal/web-kit';
import { type FieldValues, type UseFormReturn, useWatch } from '@portal/web-kit/forms';
import { useEffect, useRef } from 'react';

/** A proposed answer: it follows from other answers, and the traveller can change it. */
export interface Proposal {
  field: string;
  /** Fields from whose answers it follows. */
  from: readonly string[];
  /** Returns the proposed answer; undefined while one of the answers is missing. */
  value(values: object): string | undefined;
  /** Field beside the code for the name of the chosen record. */
  nameField?: string;
}

/** Fills in answers that follow from other answers. An answer that the traveller gave is not replaced. */
export function useProposals<Values extends FieldValues>(typed: UseFormReturn<Values>, proposals: readonly Proposal[], enabled: boolean): void {
  const form = typed as unknown as UseFormReturn<FieldValues>;
  useEffect(() => {
    if (!enabled) return;
    const before = proposals.map(({ value }) => value(form.getValues()));
    const changes = form.watch((values, { name }) => {
      proposals.forEach(({ field, from, value, nameField }, index) => {
        const now = value(values);
        const last = before[index];
        const current = valueAt(values, field);
        const isProposed = current === undefined || current === null || current === '' || current === last;
        before[index] = now;
        const isFrom = name !== undefined && from.some((each) => name === each || name.startsWith(`${each}.`) || each.startsWith(`${name}.`));
        if (now === last || !isProposed || !isFrom) return;
        form.setValue(field, now ?? '', { shouldDirty: true });
        if (nameField) form.setValue(nameField, '', { shouldDirty: true });
      });
    });
    return () => changes.unsubscribe();
  }, [form, proposals, enabled]);
}

/** Proposes the country of the airport at the other end of a flight. A country that the traveller chose is not replaced. */
export function useCountryOfPort<Values extends FieldValues>(typed: UseFormReturn<Values>, field: string, nameField: string, enabled: boolean): void {
  const form = typed as unknown as UseFormReturn<FieldValues>;
  const port: unknown = useWatch({ control: form.control, name: 'embarkationPortCode' });
  const code = typeof port === 'string' ? port : '';
  const { records } = useCatalogue('airports', { code, enabled: enabled && code !== '' });
  const country = records.find((record) => record.code === code)?.country;
  const proposed = useRef('');
  useEffect(() => {
    if (!enabled || typeof country !== 'string' || country === '') return;
    const current: unknown = form.getValues(field);
    const isFree = current === undefined || current === '' || current === proposed.current;
    proposed.current = country;
    if (!isFree || current === country) return;
    form.setValue(field, country, { shouldDirty: true });
    form.setValue(nameField, '', { shouldDirty: true });
  }, [form, field, nameField, enabled, country]);
}
