import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCountry } from './country.ts';

let folder: string;
const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'country-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#dc241f" d="M0 0h1v1z"/></svg>';

describe('what the pages show of the country', () => {
  it('is the name in each language, the colours and the pictures of the country pack', async () => {
    put(
      'pack.json',
      '{ "name": "Germany", "name_pt": "Alemanha", "colours": ["#000000", "#dd0000", "#ffcc00"], "timeZone": "Europe/Berlin", "contact": { "phone": "+49 30 1234", "email": "help@portal.example" } }',
    );
    put('emblem.svg', svg);
    const country = await loadCountry(folder);
    expect(country).toMatchObject({
      name: { en: 'Germany', pt: 'Alemanha' },
      colours: ['#000000', '#dd0000', '#ffcc00'],
      timeZone: 'Europe/Berlin',
      contact: { phone: '+49 30 1234', email: 'help@portal.example' },
    });
    expect(decodeURIComponent(country?.emblem?.replace('data:image/svg+xml,', '') ?? '')).toBe(svg.replaceAll('"', "'"));
    expect(country?.picture).toBeUndefined();
  });

  it('has one name for every language where there is no other', async () => {
    put('pack.json', '{ "name": "Timor-Leste" }');
    expect(await loadCountry(folder)).toMatchObject({ name: { en: 'Timor-Leste', pt: 'Timor-Leste' }, colours: [] });
  });

  it('is nothing where there is no country pack', async () => {
    expect(await loadCountry(join(folder, 'none'))).toBeUndefined();
  });

  it.each([
    ['a pack without a name', 'pack.json', '{}', /needs the country's "name"/],
    ['a colour in words', 'pack.json', '{ "name": "X", "colours": ["red"] }', /must list colours such as/],
    ['a zone that does not exist', 'pack.json', '{ "name": "X", "timeZone": "Dili" }', /must be a zone such as/],
    ['a telephone number in words', 'pack.json', '{ "name": "X", "contact": { "phone": "call us" } }', /needs a "phone" such as/],
    ['an empty contact', 'pack.json', '{ "name": "X", "contact": {} }', /needs a "phone" such as/],
    ['a picture that is no SVG', 'emblem.svg', 'GIF89a', /emblem.svg must be an SVG picture/],
    ['a picture of more than 4 kB', 'picture.svg', `<svg>${' '.repeat(4096)}</svg>`, /picture.svg has more than 4096 bytes/],
  ])('is refused at the start with %s', async (_what, file, text, reason) => {
    put('pack.json', '{ "name": "X" }');
    put(file, text);
    await expect(loadCountry(folder)).rejects.toThrow(reason);
  });
});
