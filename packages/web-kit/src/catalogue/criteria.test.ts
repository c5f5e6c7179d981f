import type { CatalogueRecord } from '@portal/contract-kit';
import { contains, eq, matchRecords, oneOf, recordName, recordNamed } from './criteria.ts';

const records: CatalogueRecord[] = [
  { code: 'GB', name: 'United Kingdom', names: { pt: 'Reino Unido' }, altNames: ['UK', 'Great Britain'] },
  { code: 'US', name: 'United States', names: { pt: 'Estados Unidos' }, altNames: 'USA; America' },
  { code: 'CI', name: "Côte d'Ivoire", names: { pt: 'Costa do Marfim' }, altNames: ['Ivory Coast'] },
  { code: 'CD', name: 'Congo (Democratic Republic)', altNames: ['Zaire', 'Kinshasa'] },
  { code: 'CG', name: 'Congo', altNames: ['Brazzaville'] },
  { code: 'ST', name: 'São Tomé and Príncipe' },
];
const found = (typed: string, limit?: number) => matchRecords(records, typed, limit).map(({ code }) => code);

describe('what is typed in a list', () => {
  it.each([
    ['gb', ['GB']],
    ['uk', ['GB']],
    ['great', ['GB']],
    ['AMERICA', ['US']],
    ['reino', ['GB']],
    ['uni', ['GB', 'US']],
    ['sao tome', ['ST']],
    ['SÃO', ['ST']],
    ['coast', ['CI']],
    ['ivoire', ['CI']],
    ['republic', ['CD']],
    ['nothing', []],
  ])('%j finds %j', (typed, codes) => expect(found(typed)).toEqual(codes));

  it('has the code itself first, then names that start so, then words, then parts', () => {
    expect(found('us')).toEqual(['US']);
    expect(found('st')[0]).toBe('ST');
    expect(found('co')).toEqual(['CI', 'CD', 'CG']);
    expect(found('c').slice(0, 3)).toEqual(['CI', 'CD', 'CG']);
  });

  it('shows all, up to the limit, before anything is typed', () => {
    expect(found(' ', 2)).toEqual(['GB', 'US']);
    expect(found('')).toHaveLength(6);
  });
});

describe('what is typed in full', () => {
  it.each([
    [' united kingdom ', 'GB'],
    ['Reino Unido', 'GB'],
    ['uk', 'GB'],
    ['cd', 'CD'],
    ['congo', 'CG'],
    ["Cote d'Ivoire", 'CI'],
    ['usa', 'US'],
    ['united', undefined],
    ['', undefined],
  ])('%j is %j', (typed, code) => expect(recordNamed(records, typed)?.code).toBe(code));

  it('names nothing when two records share the other name', () => {
    const twins: CatalogueRecord[] = ['A', 'B'].map((code) => ({ code, name: `Port ${code}`, altNames: ['Harbour'] }));
    expect(recordNamed(twins, 'harbour')).toBeUndefined();
  });
});

it('a name is in the language asked for where the record has it', () => {
  expect(recordName(records[0] as CatalogueRecord, 'pt')).toBe('Reino Unido');
  expect(recordName(records[5] as CatalogueRecord, 'pt')).toBe('São Tomé and Príncipe');
});

it('criteria are what the search asks for', () => {
  expect(eq('airport', '0')).toEqual({ expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'airport', values: ['0'] });
  expect(eq('year', 2026).dataType).toBe('INTEGER');
  expect(oneOf('code', ['A', 'B'])).toMatchObject({ operation: 'IN', values: ['A', 'B'] });
  expect(contains('name', 'x')).toMatchObject({ operation: 'CONTAINS', values: ['x'] });
});
