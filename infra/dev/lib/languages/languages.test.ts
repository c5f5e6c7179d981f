import { glossary, glossaryFaults } from './glossary.mjs';
import { descriptionFaults, translationFaults } from './pack-faults.mjs';
import { sourceNames } from './source-names.mjs';
import { sourceTexts } from './source-texts.mjs';

const pack = (tag: string, more: object = {}) => ({ tag, name: 'Name', direction: 'ltr' as const, checked: null, ...more });
const text = (source: string, more: object = {}) => ({
  source,
  portuguese: [],
  placeholders: [...source.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string),
  where: [],
  ...more,
});

describe('a translation', () => {
  it.each([
    ['id', text('Save'), { Save: 'Simpan' }, []],
    ['id', text('Save'), {}, ['missing: "Save"']],
    ['id', text('Save'), { Save: ' ' }, ['empty: "Save"']],
    ['id', text('Save'), { Save: 'Simpan', Gone: 'Hilang' }, ['no text of the portal any more: "Gone"']],
    ['id', text('Row {{row}}'), { 'Row {{row}}': 'Baris {{baris}}' }, ['lacks {{row}}, has {{baris}}: "Row {{row}}"']],
    ['id', text('{{count}} rows', { plural: true }), { '{{count}} rows': '{{count}} baris' }, []],
    [
      'ar',
      text('{{count}} rows', { plural: true }),
      { '{{count}} rows': '{{count}} صف' },
      ['needs the plural forms few, many, one, two, zero, other: "{{count}} rows"'],
    ],
    ['id', text('Save'), { Save: { other: 'Simpan' } }, ['has plural forms, but depends on no number: "Save"']],
    ['ar', text('Save it'), { 'Save it': 'Save it' }, ['is not written in the script of the language: "Save it"']],
    ['ar', text('PDF'), { PDF: 'PDF' }, []],
  ])('in %s of %j as %j', (tag, source, texts, faults) => expect(translationFaults(pack(tag), [source], texts)).toEqual(faults));

  it('may say a number in words in a plural form, and has exactly the forms of its language', () => {
    const source = text('{{count}} rows', { plural: true });
    const forms = { zero: 'لا صفوف', one: 'صف واحد', two: 'صفان', few: '{{count}} صفوف', many: '{{count}} صفًا', other: '{{count}} صف' };
    expect(translationFaults(pack('ar'), [source], { '{{count}} rows': forms })).toEqual([]);
    const { many: _, ...fewer } = forms;
    expect(translationFaults(pack('ar'), [source], { '{{count}} rows': fewer })[0]).toMatch(/^has the plural forms/);
  });
});

describe('the description of a pack', () => {
  it.each([
    ['id', pack('id'), 0],
    ['id', pack('ID'), 1],
    ['tet', pack('tet'), 1],
    ['tet', pack('tet', { like: 'id' }), 0],
    ['id', pack('id', { direction: 'up' }), 1],
    ['id', pack('id', { name: '' }), 1],
    ['id', pack('id', { checked: '' }), 1],
  ])('of %s, %j, has %d faults', (folder, about, count) => expect(descriptionFaults(folder, about)).toHaveLength(count));
});

describe('the texts of the portal', () => {
  const texts = new Map(sourceTexts().map((each) => [each.source, each]));

  it('are labels, composed messages, keyed texts and the menus of the areas', () => {
    expect(texts.get('Date of birth')?.portuguese).toEqual(['Data de nascimento']);
    expect(texts.get('{{label}} must be on one line')?.placeholders).toEqual(['label']);
    expect(texts.get('{{count}} results')?.plural).toBe(true);
    expect(texts.has('{{count}} result')).toBe(false);
    expect(texts.get('Take a vehicle out of the country')?.where).toContain('mf-trips');
  });

  it('are not those of staff alone', () => expect(texts.has('Close the shift')).toBe(false));

  it('include the names of catalogues, but no proper names', () => {
    const names = new Set(sourceNames().map(({ source }) => source));
    expect([names.has('National identity card'), names.has('Kupang')]).toEqual([true, false]);
  });
});

describe('the glossary', () => {
  it('finds a text that calls a thing otherwise', () => {
    expect(glossaryFaults('en', [['Number of baggages', 'Number of baggages']])).toHaveLength(1);
    expect(glossaryFaults('id', [['Show the QR code', 'Tunjukkan barcode']])).toHaveLength(2);
    expect(glossaryFaults('id', [['Show the QR code', 'Tunjukkan kode QR']])).toEqual([]);
    expect(glossaryFaults('pt', [['Sign in to go on', 'Entre para continuar']])).toHaveLength(1);
    expect(glossaryFaults('tet', [['Your permit', 'Ita-Boot nia lisensa']])).toHaveLength(1);
    // The name of a placeholder is not part of the text.
    expect(glossaryFaults('pt', [['Request of {{reference}}', 'Pedido de {{reference}}']])).toEqual([]);
  });

  it('has a word in every language of the portal', () => {
    for (const { words } of glossary) expect(Object.keys(words).sort()).toEqual(['ar', 'en', 'id', 'pt', 'tet', 'zh-Hans']);
  });
});
