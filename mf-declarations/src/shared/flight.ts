import { type CatalogueRecord, isSet, L } from '@portal/contract-kit';
import type { FieldSpec } from '@portal/web-kit/forms';

/** Values about the way of travelling that the form stores in addition to a declaration. */
export interface TravelValues {
  travel?: {
    /** Kind of the chosen point of entry or exit: `AIR`, `SEA` or `LAND`. */
    kind?: string;
    /** The port and the point that were filled in from the chosen flight, not by the traveller. Missing where this is not known, as in a registered declaration. */
    port?: string;
    point?: string;
  };
}

/** The parts of the form that are read and written when a flight is chosen. */
interface FlightForm {
  getValues(name: string): unknown;
  setValue(name: string, value: unknown, options?: { shouldDirty?: boolean }): void;
}

/** Field of a flight's record that holds the port at the other end of the flight. */
const otherEnd = { arrival: 'originCode', departure: 'destinationCode' } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const travelOf = (form: FlightForm): NonNullable<TravelValues['travel']> => (form.getValues('travel') as TravelValues['travel']) ?? {};

/**
 * Fills in the values that follow from a flight. A listed flight gives its number, its airport in this country and the port at the other end. Any other flight
 * gives only its number. An airport and a port that were filled in from the flight chosen before, or may have been, are cleared.
 */
export function followFlight(kind: keyof typeof otherEnd, record: CatalogueRecord | undefined, form: FlightForm): void {
  const put = (name: string, value: unknown) => form.setValue(name, value, { shouldDirty: true });
  const code = textOf(form.getValues('flightCode'));
  const before = travelOf(form);
  const number = textOf(form.getValues('flightNumber'));
  const isNew = number !== '' && number !== code;
  const port = textOf(record?.[otherEnd[kind]]);
  const point = textOf(record?.entryPointCode);
  const portNow = textOf(form.getValues('embarkationPortCode'));
  const pointNow = textOf(form.getValues('flightDetails.code'));
  if (port !== '' || (isNew && portNow !== '' && (before.port === portNow || before.port === undefined))) {
    put('embarkationPortCode', port);
    put('embarkationPortName', '');
  }
  if (point !== '' && point !== pointNow) {
    // Flights are offered only at airports.
    put('flightDetails', { code: point, description: '', airport: '1' });
    put('entryPointCode', point);
  } else if (point === '' && isNew && pointNow !== '' && (before.point === pointNow || before.point === undefined)) {
    put('flightDetails', { code: '', description: '', airport: '' });
    put('entryPointCode', '');
  }
  if (record || code !== '') put('flightNumber', record ? record.code.toUpperCase() : code);
  put('travel', { kind: record || code ? 'AIR' : before.kind, port, point });
}

/** The field for the point of entry or exit. It decides how somebody travels: if the point is not an airport, the answers about the flight are cleared. */
export const pointOfEntry: Partial<FieldSpec> = {
  type: 'combobox',
  onPick: (record, form) => {
    form.setValue('entryPointCode', record?.code ?? '');
    const before = travelOf(form as FlightForm);
    const kind = textOf(record?.kind);
    if (record && !isSet(record.airport)) {
      const isFlight = textOf(form.getValues('flightCode')) !== '' && form.getValues('flightCode') === form.getValues('flightNumber');
      for (const name of ['flightCode', 'embarkationPortCode', ...(isFlight ? ['flightNumber'] : [])]) form.setValue(name, '', { shouldDirty: true });
    }
    // Another flight does not clear a point that the traveller chose.
    form.setValue('travel', { ...before, kind, point: '' }, { shouldDirty: true });
  },
};

/** Returns what a field does when a flight is chosen in it: it fills in the values that follow from the flight. */
export const flightPicks = (kind: keyof typeof otherEnd): Partial<FieldSpec> => ({ onPick: (record, form) => followFlight(kind, record, form) });

/** A traveller on foot has no number. The contract expects this value instead. */
const onFoot = { code: 'ON FOOT', name: 'On foot', names: { en: 'On foot', pt: 'A pé' } };

const numbers: Record<string, Partial<FieldSpec>> = {
  SEA: {
    label: L('Ship or voyage number', 'Navio ou número da viagem'),
    hint: L('The name of the ship, or the number on your ticket', 'O nome do navio ou o número do bilhete'),
  },
  LAND: {
    type: 'combobox',
    records: [onFoot],
    freeText: true,
    label: L('Number plate, or on foot', 'Matrícula, ou a pé'),
    hint: L('Of the car, motorbike or bus. Choose “On foot” if you walk.', 'Do carro, mota ou autocarro. Escolha “A pé” se vai a pé.'),
  },
  AIR: {
    label: L('Flight or voyage number', 'Número do voo ou da viagem'),
    hint: L('As on your boarding pass or ticket', 'Como no cartão de embarque ou bilhete'),
  },
};

/** Returns how a kind of point asks for the number of the flight or voyage: as a flight, as a ship, or as a number plate or "on foot". */
export const numberField = (kind: string | undefined): Partial<FieldSpec> => numbers[kind ?? ''] ?? {};
