import { Choice, Code, Day, Flag, L, Nested, Text } from '@portal/contract-kit';
import { fieldMaker } from './contract-fields.ts';

class Place {
  @Code({ name: 'districts', copy: { districtName: 'name', rural: 'rural' } }, { label: L('District', 'Município') }) district?: string;
  @Flag() rural?: boolean;
  @Code({ name: 'sub-districts', copy: { postName: 'name' }, within: { field: 'district', key: 'districtCode' } }) post?: string;
}
class Application {
  @Text({ label: L('Name', 'Nome'), required: true, max: 70, upper: true }) name!: string;
  @Code({ name: 'entry-points', where: { airport: '0' } }) crossing?: string;
  @Day() born?: string;
  @Choice(['YES']) agreed?: string;
  @Nested(() => Place) place?: Place;
}
const field = fieldMaker(Application);

describe('a screen field made from a contract', () => {
  it('has the label, limits and type of the contract', () => {
    expect(field('name')).toMatchObject({ type: 'text', label: { en: 'Name' }, upperCase: true, maxLength: 70, required: undefined });
    expect(field('born')).toMatchObject({ type: 'date', required: false });
    expect(field('agreed')).toMatchObject({ type: 'checkbox', value: 'YES' });
    expect(field('crossing')).toMatchObject({
      type: 'select',
      catalogue: 'entry-points',
      maxLength: undefined,
      criteria: [{ fieldName: 'airport', values: ['0'] }],
    });
  });

  it('leaves optional fields unmarked and lengths to the rules where the area asks for it', () => {
    const own = fieldMaker(Application, { markOptional: false, limitLength: false });
    expect(own('name')).toMatchObject({ maxLength: undefined });
    expect(own('born').required).toBeUndefined();
  });

  it('copies the chosen record to the fields next to it, empties what depended on it, and then calls the screen', () => {
    const put: [string, unknown][] = [];
    const form = { setValue: (name: string, value: unknown) => put.push([name, value]) };
    const made = field('place.district', { onPick: (record) => put.push(['picked', record?.code]) });
    made.onPick?.({ code: 'DI', name: 'Dili', rural: '1' }, form as never);
    expect(made.nameField).toBe('place.districtName');
    expect(put).toEqual([
      ['place.rural', true],
      ['place.post', ''],
      ['place.postName', ''],
      ['picked', 'DI'],
    ]);
  });

  it('offers only the records that belong to the choice it depends on', () => {
    const { criteria } = field('place.post');
    expect(typeof criteria === 'function' && criteria({ place: { district: 'DI' } }, 'new')).toMatchObject([{ fieldName: 'districtCode', values: ['DI'] }]);
  });

  it('refuses a name that the contract does not have', () => expect(() => field('nothing')).toThrow('Application has no field nothing'));
});
