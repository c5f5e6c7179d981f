import { type CatalogueRecord, isSet } from '@portal/contract-kit';
import { neq } from '@portal/web-kit';
import type { FieldSpec } from '@portal/web-kit/forms';
import { shared } from './texts.ts';

/** As much of the form as the choice of a flight reads and writes. */
interface FlightForm {
  getValues(name: string): unknown;
  setValue(name: string, value: unknown, options?: { shouldDirty?: boolean }): void;
}

/** Which flights a declaration lists, and which field of a flight's record is the port at its other end. */
const ends = { arrival: { notInList: 'D', port: 'originCode' }, departure: { notInList: 'A', port: 'destinationCode' } } as const;

/**
 * What follows from a flight. Of a flight in the list its number, its airport here and the port at its other end are known.
 * Of another flight only the number is known, and a port that belongs to the flight chosen before is emptied.
 */
export function followFlight(kind: keyof typeof ends, record: CatalogueRecord | undefined, form: FlightForm): void {
  const put = (name: string, value: unknown) => form.setValue(name, value, { shouldDirty: true });
  const code = String(form.getValues('flightCode') ?? '');
  const numberBefore = String(form.getValues('flightNumber') ?? '');
  const putPort = (port: string) => {
    put('embarkationPortCode', port);
    put('embarkationPortName', '');
  };
  if (record) {
    put('flightNumber', record.code.toUpperCase());
    const port = record[ends[kind].port];
    if (typeof port === 'string' && port !== '') putPort(port);
    const point = record.entryPointCode;
    if (typeof point === 'string' && point !== '' && point !== form.getValues('flightDetails.code')) {
      // Flights are offered at airports alone.
      put('flightDetails', { code: point, description: '', airport: '1' });
      put('entryPointCode', point);
    }
  } else if (code !== '') {
    if (numberBefore !== '' && numberBefore !== code) putPort('');
    put('flightNumber', code);
  }
}

/** The point of entry or exit decides whether a flight is asked for: away from an airport the answers about the flight are emptied. */
export const pointOfEntry: Partial<FieldSpec> = {
  type: 'combobox',
  onPick: (record, form) => {
    form.setValue('entryPointCode', record?.code ?? '');
    if (!isSet(record?.airport)) for (const name of ['flightCode', 'embarkationPortCode']) form.setValue(name, '');
  },
};

/** The field of the flight: the list helps, and a flight that is not in it is taken as it is typed. */
export const flightField = (kind: keyof typeof ends, field: FieldSpec, visible: FieldSpec['visible']): FieldSpec => ({
  ...field,
  type: 'combobox',
  catalogue: 'flights',
  criteria: [neq('direction', ends[kind].notInList)],
  freeText: true,
  hint: shared.flightHint,
  visible,
  onPick: (record, form) => followFlight(kind, record, form),
});
