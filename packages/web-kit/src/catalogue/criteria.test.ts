import type { CatalogueRecord } from '@portal/contract-kit';
import { localNames } from './country-names.ts';
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

describe('a country', () => {
  const countries: CatalogueRecord[] = [
    { code: 'DE', alpha3: 'DEU', name: 'Germany', names: { pt: 'Alemanha' }, nationality: 'German', nationality_pt: 'Alemã' },
    { code: 'JP', alpha3: 'JPN', name: 'Japan', names: { pt: 'Japão' }, nationality: 'Japanese', nationality_pt: 'Japonesa' },
    { code: 'TH', alpha3: 'THA', name: 'Thailand', names: { pt: 'Tailândia' }, nationality: 'Thai', nationality_pt: 'Tailandesa' },
    { code: 'XZ', alpha3: 'XZZ', name: 'High seas' },
    { code: 'RUS', name: 'Airport of Marau' },
    { code: 'UA', alpha3: 'UKR', name: 'Ukraine' },
    { code: 'GB', alpha3: 'GBR', name: 'United Kingdom', altNames: ['UK', 'England'] },
    { code: 'CH', alpha3: 'CHE', name: 'Switzerland', nationality: 'Swiss' },
    { code: 'CN', alpha3: 'CHN', name: 'China' },
  ];
  it.each([
    ['deu', 'DE'],
    ['german', 'DE'],
    ['alemã', 'DE'],
    ['Deutschland', 'DE'],
    ['japonesa', 'JP'],
    ['日本', 'JP'],
    ['ไทย', 'TH'],
    ['泰國', 'TH'],
    ['Giappone', 'JP'],
    ['rus', 'RUS'],
    ['uk', 'GB'],
    ['swiss', 'CH'],
    ['中国', 'CN'],
  ])('is found by %s: a code, its people, its own language', (typed, code) => {
    expect(matchRecords(countries, typed)[0]?.code).toBe(code);
    expect(recordNamed(countries, typed)?.code).toBe(code);
  });

  it('is found in the language of the reader’s browser', () => {
    expect(localNames(countries[0] as CatalogueRecord, ['fr-FR', 'not a language'])).toEqual(
      expect.arrayContaining(['Deutschland', 'Allemagne', '德国', 'ألمانيا']),
    );
    expect(localNames(countries[0] as CatalogueRecord, ['cy'])).toContain('Yr Almaen');
    expect(localNames(countries[3] as CatalogueRecord, ['fr'])).toEqual([]);
    expect(localNames(countries[4] as CatalogueRecord, ['fr'])).toEqual([]);
  });

  it('is not found by a part of such a name, and never where the catalogue has the word', () => {
    expect(matchRecords(countries, 'schland')).toEqual([]);
    expect(matchRecords(countries, 'เทศไทย')).toEqual([]);
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
