import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogues } from '../catalogue/definitions.ts';
import { type PackError, packHash, readPack, type StoredFee } from './country-pack.ts';
import { packFolders } from './seed-folders.ts';

describe('the country pack', () => {
  const [common, country] = packFolders(undefined) as [string, string];
  let own: string;
  beforeEach(() => {
    own = mkdtempSync(join(tmpdir(), 'pack-'));
    cpSync(country, own, { recursive: true });
  });
  afterEach(() => rmSync(own, { recursive: true, force: true }));

  const faults = (storedOf?: Parameters<typeof readPack>[1], fees?: readonly StoredFee[]): string[] => {
    try {
      readPack([common, own], storedOf, fees, '2026-11-20');
      return [];
    } catch (error) {
      return (error as PackError).problems;
    }
  };

  it('of Timor-Leste is right', () => {
    const pack = readPack([common, country]);
    const count = (name: string) => pack.get(name)?.length;
    expect(count('countries')).toBe(249);
    expect(count('districts')).toBe(14);
    expect(count('sub-districts')).toBe(67);
    expect(count('airports')).toBeGreaterThan(3_000);
    expect(count('commodities')).toBeGreaterThan(100);
    expect(count('membership-registrations')).toBeGreaterThan(0);
  });

  it('has a Portuguese name for everything that people read', () => {
    const pack = readPack([common, country]);
    const read = Object.entries(catalogues).filter(([, { closed }]) => !closed);
    expect(read.flatMap(([name]) => (pack.get(name) ?? []).filter(({ names }) => !names.pt).map(({ code }) => `${name} ${code}`))).toEqual([]);
    const translated = { countries: 'nationality', 'bank-accounts': 'bankName', authorisers: 'title', 'medicine-items': 'form' };
    for (const [name, field] of Object.entries(translated))
      expect((pack.get(name) ?? []).filter(({ values }) => values[field] && !values[`${field}_pt`]).map(({ code }) => `${name} ${code}`)).toEqual([]);
  });

  it('has the codes the specification names', () => {
    const pack = readPack([common, country]);
    const codes = (name: string) => pack.get(name)?.map((r) => r.code);
    expect(codes('travel-purposes')).toEqual(Array.from({ length: 9 }, (_, i) => `OBJ0${i + 1}`));
    expect(codes('decisions')).toEqual(['CLEARED', 'REFERRED', 'DETAINED']);
    expect(codes('accommodation-types')).toEqual(['HTL', 'FFA']);
    expect(codes('movements')).toEqual(['E', 'I']);
    expect(codes('documents')).toEqual(expect.arrayContaining(['DEP', 'ARR']));
    for (const document of pack.get('documents') ?? []) if (document.values.binder !== 'DECLARATION') expect(document.code).toContain('IB');
  });

  it('may not give a currency other digits than amounts in it have', () => {
    writeFileSync(join(own, 'currencies.csv'), 'code,name,name_pt,numeric,minorUnits\nJPY,Yen,Iene,392,2\n');
    expect(faults()).toEqual([expect.stringContaining('/currencies.csv line 2: minorUnits of JPY must be 0')]);
  });

  it('may not have offices close before they open', () => {
    writeFileSync(join(own, 'working-hours.csv'), 'code,name,weekday,opens,closes,timeZone\n1,Monday,1,22:00,06:00,Asia/Dili\n');
    expect(faults()).toEqual([expect.stringContaining('working-hours 1: closes must be after “Opens”: hours past midnight')]);
  });

  it('may keep a stored code that has not the form of new ones', () => {
    appendFileSync(join(own, 'documents.csv'), '\nmedib,Old,,TRIPTIC,DNTT,1,0,,,,\nmedic,New,,TRIPTIC,DNTT,1,0,,,,\n');
    const refused = expect.stringMatching(/documents.csv line \d+: code must be up to 35 capital letters/);
    expect(faults()).toEqual([refused, refused]);
    expect(faults((catalogue, code) => (catalogue === 'documents' && code === 'medib' ? { administered: false } : undefined))).toEqual([refused]);
  });

  it('has the fees of a document in one currency, and not more of them than their sum can be', () => {
    appendFileSync(
      join(own, 'fees.csv'),
      'TIBI-EUR,Fee,Taxa,TIBI,,500,EUR,permit\nTIBC-1,Fee,Taxa,TIBC,,1000000000,USD,permit\nTIBC-2,Fee,Taxa,TIBC,,1000000000,USD,permit\n',
    );
    expect(faults()).toEqual([
      'fees TIBI-PERMIT: The fee TIBI-EUR of this document is in EUR',
      'fees TIBI-EUR: The fee TIBI-PERMIT of this document is in USD',
    ]);
    appendFileSync(join(own, 'fees.csv'), 'TIBC-3,Fee,Taxa,TIBC,,1000000000,USD,permit\n');
    expect(faults()).toContainEqual(expect.stringMatching(/^fees TIBC-3: With this amount, the fees of one document are more than 2147483647/));
  });

  it('has no new fee in another currency than the fees of an administrator', () => {
    const values = { documentCode: 'TIBI', amount: 500, currencyCode: 'EUR', stage: 'permit' };
    const [permit] =
      readPack([common, country])
        .get('fees')
        ?.filter(({ code }) => code === 'TIBI-PERMIT') ?? [];
    const euros: StoredFee = { code: 'TIBI-EUR', name: 'Fee', values, administered: true };
    const otherCurrency = ['fees TIBI-PERMIT: The fee TIBI-EUR of this document is in EUR'];
    expect(faults(undefined, [euros])).toEqual(otherCurrency);
    expect(faults(undefined, [{ ...euros, effectiveTo: '2026-11-20' }])).toEqual(otherCurrency);
    expect(faults(undefined, [{ ...euros, effectiveTo: '2026-11-19' }])).toEqual([]);
    expect(faults(undefined, [{ ...euros, retired: true }])).toEqual([]);
    // The portal starts again with fees that it has already.
    expect(faults(undefined, [euros, { ...permit, code: 'TIBI-PERMIT', administered: false }])).toEqual([]);
    // The pack does not change a fee that an administrator has changed.
    const retired = { ...permit, code: 'TIBI-PERMIT', administered: true, retired: true };
    expect(faults(undefined, [euros, retired])).toEqual([]);
  });

  it('does not change the movement of a document that is stored, because its references are numbered by it', () => {
    const [document] =
      readPack([common, country])
        .get('documents')
        ?.filter(({ code }) => code === 'TIBI') ?? [];
    const storedOf = (movement: string, administered: boolean) => (catalogue: string, code: string) =>
      catalogue === 'documents' && code === 'TIBI' && document ? { ...document, values: { ...document.values, movement }, administered } : undefined;
    const own = String(document?.values.movement);
    const other = own === 'E' ? 'I' : 'E';
    expect(faults(storedOf(own, false))).toEqual([]);
    expect(faults(storedOf(other, false))).toEqual([expect.stringMatching(/^documents TIBI: .*movement/)]);
    // The pack does not change a record that an administrator has changed.
    expect(faults(storedOf(other, true))).toEqual([]);
  });

  it('replaces a common record of the same code', () => {
    writeFileSync(join(own, 'genders.csv'), 'code,name,name_pt\nX,Other,Outro\n');
    expect(
      readPack([common, own])
        .get('genders')
        ?.map((r) => r.name),
    ).toEqual(['Female', 'Male', 'Other']);
  });

  it('lists every fault at once', () => {
    writeFileSync(join(own, 'colours.csv'), 'code,name\nRED,Red\n');
    writeFileSync(join(own, 'districts.csv'), 'code,name,capitol\nDI,Dili,Dili\nDI,,Dili\n');
    writeFileSync(join(own, 'fees.csv'), 'code,name,documentCode,amount,currencyCode,stage\nF1,Fee,NONE,ten,USD,permit\n');
    const found = faults();
    expect(found).toEqual(
      expect.arrayContaining([
        'colours.csv: there is no catalogue colours',
        expect.stringContaining('there is no field capitol'),
        expect.stringMatching(/districts.csv line 3: name is missing/),
        expect.stringMatching(/districts.csv line 3: the code DI is there twice/),
        expect.stringMatching(/fees.csv line 2: amount must be a whole number/),
        'fees F1: documentCode: there is no NONE in documents',
        'sub-districts AL01: districtCode: there is no AL in districts',
      ]),
    );
  });

  it('has a hash that changes with any of its files', () => {
    const before = packHash([common, own]);
    expect(packHash([common, own])).toBe(before);
    writeFileSync(join(own, 'genders.csv'), 'code,name,name_pt\nX,Other,Outro\n');
    expect(packHash([common, own])).not.toBe(before);
  });

  it('must exist', () => {
    rmSync(own, { recursive: true });
    expect(faults()[0]).toContain('there is no folder');
  });
});
