import { actionPlaceholder, type HelpAction, type HelpKind, type HelpPart, kitTextPlaceholder, L, sentence } from '@portal/contract-kit';
import { type ChapterSource, chapterOf, inWords, partOfScreen, searchManual } from './manual.ts';
import { screenAddress } from './screen-address.ts';

const action = (name: string, label = name): HelpAction => ({ name, label: L(label, label), from: [], to: [], asks: [], notBy: [], tells: [] });
const kind = (...actions: HelpAction[]): HelpKind => ({
  kind: 'licence',
  path: '/v1/licence',
  title: L('Licence', 'Licença'),
  ways: [],
  statuses: [L('Sent', 'Enviado')],
  actions,
  reminders: [],
});
const verify: HelpPart = {
  id: 'verify',
  title: L('Verify a licence', 'Verificar uma licença'),
  screens: ['/licenser/verification/:id'],
  steps: [
    sentence('Press “{{verification}}” or “{{take}}”.', 'Prima «{{verification}}».', {
      verification: actionPlaceholder('verification'),
      take: kitTextPlaceholder('bulk.takeNext'),
    }),
  ],
  actions: { kind: 'licence', names: ['verification'] },
};
const list: HelpPart = { id: 'list', title: L('The list', 'A lista'), screens: ['/licenser'] };
const any: HelpPart = { id: 'any', title: L('A case', 'Um caso'), screens: ['/licenser/:action/:id'], roles: [] };
const source = (more: Partial<ChapterSource> = {}): ChapterSource => ({
  name: 'mf-licences',
  title: 'Licences',
  menu: [{ path: '/licenser', title: L('Licences', 'Licenças'), audience: 'staff', roles: ['licence-read'] }],
  pictures: '/help',
  help: { parts: [list, verify, any] },
  kinds: [kind(action('verification', 'Check'))],
  ...more,
});
const reader =
  (...roles: string[]) =>
  (wanted: readonly string[]) =>
    wanted.some((role) => roles.includes(role));
const ids = (chapter: ReturnType<typeof chapterOf>) => chapter.parts.map(({ id }) => id.split('/')[1]);
const speech = { text: ({ en }: { en: string }) => en, kit: (key: string) => `[${key}]` };

describe('a chapter', () => {
  it('has the parts of the reader’s roles: of a menu entry, of an action, or of everybody', () => {
    expect(ids(chapterOf(source(), reader('licence-read')))).toEqual(['list', 'verify', 'any', 'licence']);
    expect(ids(chapterOf(source({ kinds: [kind()] }), reader()))).toEqual(['any', 'licence']);
  });

  it('keeps what one source says when the other is down, and says that something is missing', () => {
    const withoutService = chapterOf(source({ kinds: undefined }), reader('licence-read'));
    expect([ids(withoutService), withoutService.incomplete]).toEqual([['list', 'verify', 'any'], true]);
    const withoutScreens = chapterOf(source({ help: undefined }), reader('licence-read'));
    expect([ids(withoutScreens), withoutScreens.incomplete]).toEqual([['licence'], true]);
  });

  it('calls actions and buttons as the workflow and the kit do', () => {
    const chapter = chapterOf(source(), reader());
    expect(inWords(chapter, verify.steps?.[0] as never, speech)).toBe('Press “Check” or “[bulk.takeNext]”.');
    const down = chapterOf(source({ kinds: undefined }), reader());
    expect(inWords(down, verify.steps?.[0] as never, speech)).toBe('Press “verification” or “[bulk.takeNext]”.');
  });
});

it.each([
  ['/licenser', 'list'],
  ['/licenser/verification/-', 'verify'],
  ['/licenser/approval/-', 'any'],
  ['/elsewhere', undefined],
])('the screen %s leads to the part %s', (address, part) => {
  expect(partOfScreen([chapterOf(source(), reader('licence-read'))], address)?.id.split('/')[1]).toBe(part);
});

it('the address of a screen names no document', () => {
  expect(screenAddress('/licenser/professional/view/01a2145b-319e-7224-92d3-f519fcb187c2')).toBe('/licenser/professional/view/-');
  expect(screenAddress('/staff/catalogues/fees')).toBe('/staff/catalogues/fees');
});

it('the search finds every word, without accents, those with the word in their title first', () => {
  const found = (text: string) => searchManual([chapterOf(source(), reader('licence-read'))], text, speech).map(({ shown }) => shown.id.split('/')[1]);
  expect(found('licence')).toEqual(['verify', 'licence']);
  expect(found('LICENCE check')).toEqual(['verify', 'licence']);
  expect(found('takeNext')).toEqual(['verify']);
  expect(found('nothing at all')).toEqual([]);
  expect(found(' ')).toEqual([]);
});
