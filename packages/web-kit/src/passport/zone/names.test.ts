import { namesByAlphabet } from '../testing/holders.ts';
import { inZone, sameName } from './names.ts';

it.each([
  ['Müller-Lüdenscheidt', 'MUELLER LUEDENSCHEIDT'],
  ['Conceição', 'CONCEICAO'],
  ['Þórðarson', 'THORDARSON'],
  ['Ærøskøbing', 'AEROESKOEBING'],
  ['Wałęsa', 'WALESA'],
  ['Yıldırım', 'YILDIRIM'],
  ['Nguyễn', 'NGUYEN'],
  ['Щербаков', 'SHCHERBAKOV'],
  ['Γεώργιος', 'GEORGIOS'],
  ["D'Aubigné", 'DAUBIGNE'],
  ['Weiß', 'WEISS'],
  ['أبو بكر محمد بن زكريا', 'XAEBW BKR MXHMD BN ZKRYA'],
  ['فَاطِمَة', 'FAXTTMXTA'],
])('writes %s as %s', (name, zone) => {
  expect(inZone(name)).toBe(zone);
});

it('writes names of all alphabets in the letters of the zone', () => {
  for (const names of Object.values(namesByAlphabet)) for (const name of names.flat()) expect(inZone(name)).toMatch(/^[A-Z]+( [A-Z]+)*$/);
  expect(Object.keys(namesByAlphabet).length).toBeGreaterThanOrEqual(15);
});

it('knows a typed name again in the zone', () => {
  for (const names of Object.values(namesByAlphabet)) for (const name of names.flat()) expect(sameName(name, inZone(name))).toBe(true);
  expect(sameName('Müller', 'MULLER')).toBe(true);
  expect(sameName('Müller', 'MUELLER')).toBe(true);
  expect(sameName('Müller', 'MUXXLLER')).toBe(true);
  expect(sameName('Παπαδόπουλος', 'PAPADOPOULOS')).toBe(true);
  expect(sameName('فاطمة', 'FAXTTMXAH')).toBe(true);
  expect(sameName('JOSÉ  ÁNGEL', 'JOSE ANGEL')).toBe(true);
  expect(sameName('Mariana Filomena do Espírito Santo', 'MARIANA FILOMENA DO')).toBe(true);
});

it('takes another name for another', () => {
  expect(sameName('Anna', 'ANNA MARIA')).toBe(false);
  expect(sameName('Müller', 'MILLER')).toBe(false);
  expect(sameName('', 'ANNA')).toBe(false);
  expect(sameName('Anna Maria', 'ANNA')).toBe(false);
});
