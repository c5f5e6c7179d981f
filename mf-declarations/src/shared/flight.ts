import { type CatalogueRecord, isSet } from '@portal/contract-kit';
import type { FieldSpec } from '@portal/web-kit/forms';

/** The parts of the form that the choice of a flight reads and writes. */
interface FlightForm {
  getValues(name: string): unknown;
  setValue(name: string, value: unknown, options?: { shouldDirty?: boolean }): void;
}

/** Which field of a flight's record is the port at the other end. */
const otherEnd = { arrival: 'originCode', departure: 'destinationCode' } as const;

/**
 * The values that follow from a flight. A listed flight gives its number, its airport here and the port at the other end.
 * Any other flight gives only its number, and clears a port that came from the flight chosen before.
 */
export function followFlight(kind: keyof typeof otherEnd, record: CatalogueRecord | undefined, form: FlightForm): void {
  const put = (name: string, value: unknown) => form.setValue(name, value, { shouldDirty: true });
  const code = String(form.getValues('flightCode') ?? '');
  const numberBefore = String(form.getValues('flightNumber') ?? '');
  const putPort = (port: string) => {
    put('embarkationPortCode', port);
    put('embarkationPortName', '');
  };
  if (record) {
    put('flightNumber', record.code.toUpperCase());
    const port = record[otherEnd[kind]];
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

/** What the choice of a flight fills in. */
export const flightPicks = (kind: keyof typeof otherEnd): Partial<FieldSpec> => ({ onPick: (record, form) => followFlight(kind, record, form) });
