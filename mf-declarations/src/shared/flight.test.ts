import { followFlight, pointOfEntry } from './flight.ts';

jest.mock('@portal/web-kit', () => ({ neq: () => ({}) }));

const aForm = (values: Record<string, unknown>) => ({
  values,
  getValues: (name: string) => (name === 'flightDetails.code' ? (values.flightDetails as { code?: string } | undefined)?.code : values[name]),
  setValue: (name: string, value: unknown) => void Object.assign(values, { [name]: value }),
});
const flight = { code: 'TL512', name: 'TL512 Airnorth from Darwin', originCode: 'DRW', destinationCode: 'DIL', entryPointCode: 'DIL' };

describe('a flight that is changed', () => {
  it('fills in number, airport and port when it is in the list', () => {
    const form = aForm({ flightCode: 'TL512', flightNumber: 'QG500', embarkationPortCode: 'DPS', flightDetails: { code: 'OEC', airport: '1' } });
    followFlight('arrival', flight, form);
    expect(form.values).toMatchObject({
      flightNumber: 'TL512',
      embarkationPortCode: 'DRW',
      flightDetails: { code: 'DIL', airport: '1' },
      entryPointCode: 'DIL',
    });
  });

  it('fills in the destination port of a departing flight', () => {
    const form = aForm({ flightCode: 'TL513', flightDetails: { code: 'DIL' } });
    followFlight('departure', { ...flight, code: 'TL513', originCode: 'DIL', destinationCode: 'DRW' }, form);
    expect(form.values).toMatchObject({ flightNumber: 'TL513', embarkationPortCode: 'DRW', flightDetails: { code: 'DIL' } });
  });

  it('clears the port of the previous flight when it is not in the list', () => {
    const form = aForm({ flightCode: 'SQ461', flightNumber: 'QG500', embarkationPortCode: 'DPS', embarkationPortName: 'Denpasar' });
    followFlight('arrival', undefined, form);
    expect(form.values).toMatchObject({ flightCode: 'SQ461', flightNumber: 'SQ461', embarkationPortCode: '', embarkationPortName: '' });
  });

  it('clears the airport that came from the previous flight', () => {
    const form = aForm({ flightCode: 'TL512', flightNumber: '', flightDetails: { code: '' } });
    followFlight('arrival', flight, form);
    expect(form.values).toMatchObject({ flightDetails: { code: 'DIL' }, embarkationPortCode: 'DRW' });
    form.values.flightCode = 'SQ461';
    followFlight('arrival', undefined, form);
    expect(form.values).toMatchObject({ flightNumber: 'SQ461', flightDetails: { code: '' }, entryPointCode: '', embarkationPortCode: '' });
  });

  it('keeps an airport that the traveller chose', () => {
    const form = aForm({ flightCode: 'TL512', flightNumber: '', flightDetails: { code: '' } });
    followFlight('arrival', flight, form);
    Object.assign(form.values, { flightCode: 'SQ461', flightDetails: { code: 'OEC', airport: '1' } });
    followFlight('arrival', undefined, form);
    expect(form.values).toMatchObject({ flightNumber: 'SQ461', flightDetails: { code: 'OEC' } });
  });

  it('clears the airport of a registered declaration, whose flight may have filled it in', () => {
    const form = aForm({ flightCode: 'XN401', flightNumber: 'QG500', embarkationPortCode: 'DPS', flightDetails: { code: 'DIL', airport: '1' } });
    followFlight('arrival', undefined, form);
    expect(form.values).toMatchObject({ flightNumber: 'XN401', flightDetails: { code: '', airport: '' }, entryPointCode: '', embarkationPortCode: '' });
  });

  it('keeps an airport that the traveller chose on a form with a flight number', () => {
    const form = aForm({ flightNumber: 'QG500', flightDetails: { code: 'OEC', airport: '1' } });
    pointOfEntry.onPick?.({ code: 'OEC', name: 'Oecusse', kind: 'AIR', airport: '1' }, form as never);
    form.values.flightCode = 'XN401';
    followFlight('arrival', undefined, form);
    expect(form.values).toMatchObject({ flightNumber: 'XN401', flightDetails: { code: 'OEC' }, entryPointCode: 'OEC' });
  });

  it('keeps a port that was chosen before any flight', () => {
    const form = aForm({ flightCode: 'SQ461', flightNumber: '', embarkationPortCode: 'SIN' });
    followFlight('arrival', undefined, form);
    expect(form.values).toMatchObject({ flightNumber: 'SQ461', embarkationPortCode: 'SIN' });
  });
});
