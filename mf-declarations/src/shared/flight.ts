import { type CatalogueRecord, isSet } from '@portal/contract-kit';
import { neq } from '@portal/web-kit';
import type { FieldSpec } from '@portal/web-kit/forms';
import { shared } from './texts.ts';

/** The parts of the form that the choice of a flight reads and writes. */
interface FlightForm {
  getValues(name: string): unknown;
  setValue(name: string, value: unknown, options?: { shouldDirty?: boolean }): void;
}

/** Which flights a declaration lists, and which field of a flight's record is the port at the other end. */
const ends = { arrival: { notInList: 'D', port: 'originCode' }, departure: { notInList: 'A', port: 'destinationCode' } } as const;

/**
 * The values that follow from a flight. A listed flight gives its number, its airport here and the port at the other end.
 * Any other flight gives only its number, and clears a port that came from the flight chosen before.
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
      // Flights are offered only at airports.
      put('flightDetails', { code: point, description: '', airport: '1' });
      put('entryPointCode', point);
    }
  } else if (code !== '') {
    if (numberBefore !== '' && numberBefore !== code) putPort('');
    put('flightNumber', code);
  }
}

/** The point of entry or exit decides whether the flight is asked: at any other than an airport the flight's answers are cleared. */
export const pointOfEntry: Partial<FieldSpec> = {
  type: 'combobox',
  onPick: (record, form) => {
    form.setValue('entryPointCode', record?.code ?? '');
    if (!isSet(record?.airport)) for (const name of ['flightCode', 'embarkationPortCode']) form.setValue(name, '');
  },
};

/** The field of the flight: the list helps, and a flight that is not listed is accepted as typed. */
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
