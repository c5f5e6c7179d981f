import { type ContractClass, type FieldMeta, fieldsOf } from '@portal/contract-kit';
import type { PlainDone, PlainPage } from '@portal/service-kit';
import { filledIn, namesInForm, sentByForm, testBackends, until } from '@portal/service-kit/testing';
import fc from 'fast-check';
import { ArrivalDeclarationBody, DepartureDeclarationBody } from '../../contract/index.ts';
import { aDeparture, anArrival, catalogues } from '../testing/bodies.ts';
import { arrival, codes, day, departure, type Model, useDesk } from '../testing/desk.ts';

type Plain = Record<string, unknown>;
type Reply = PlainPage & PlainDone;

const kinds = [
  {
    kind: 'arrival',
    path: arrival,
    contract: ArrivalDeclarationBody as ContractClass,
    body: anArrival,
    address: '/eservice/traveller/declaration/plain',
    /** The form offers this day as a choice from a list. */
    dayOfTravel: 'arrivalDate',
    notAsked: /^-$/,
  },
  {
    kind: 'departure',
    path: departure,
    contract: DepartureDeclarationBody as ContractClass,
    body: aDeparture,
    address: '/eservice/departure/declaration/plain',
    dayOfTravel: 'departureDate',
    /** No form of a departure asks about goods. */
    notAsked: /^goods\./,
  },
] as const;
type Kind = (typeof kinds)[number];

/** Fields that the server fills in: the agency, the code of the document, and the second copy of the point of entry or exit, for which the form asks once. */
const filledByServer = ['agencyCode', 'documentCode', 'entryPointCode'];

const dateParts = (name: string, value: string): [string, string][] => {
  const [year = '', month = '', dayOfMonth = ''] = value.split('-');
  return [
    [`${name}-day`, dayOfMonth],
    [`${name}-month`, month],
    [`${name}-year`, year],
  ];
};

/** Returns the ticks for a list: one for each row answered yes, or "None of these" if every question is answered no. */
function ticks(list: string, rows: readonly Plain[]): [string, string][] {
  const asked = rows.filter(({ id }) => catalogues[list as 'questions'].some(({ code }) => code === id));
  const yes = asked.filter(({ answer, accepted }) => answer === 'YES' || accepted === true);
  const isNone = asked.length > 0 && asked.every(({ answer, declined }) => answer === 'NO' || declined === true);
  return isNone ? [[`${list}._none`, 'YES']] : yes.map(({ id }) => [`${list}.${id}`, 'YES']);
}

/** Returns what a person types and chooses to give the answers of a body. */
function answersOf({ contract, dayOfTravel }: Pick<Kind, 'contract' | 'dayOfTravel'>, body: Plain, prefix = ''): Record<string, string> {
  const inner = (meta: FieldMeta, value: unknown, path: string) =>
    Object.entries(answersOf({ contract: meta.type?.() as ContractClass, dayOfTravel }, value as Plain, path));
  return Object.fromEntries(
    fieldsOf(contract).flatMap((meta): [string, string][] => {
      const value = body[meta.name];
      const name = `${prefix}${meta.name}`;
      if (value === undefined || meta.serverSet || filledByServer.includes(name)) return [];
      if (meta.kind === 'object') return inner(meta, value, `${name}.`);
      if (meta.kind === 'list')
        return name === 'goods' ? (value as Plain[]).flatMap((row, i) => inner(meta, { ...row, id: undefined }, `goods.${i}.`)) : ticks(name, value as Plain[]);
      return meta.kind === 'date' && name !== dayOfTravel ? dateParts(name, String(value)) : [[name, String(value)]];
    }),
  );
}

/** Returns the paths of all fields that a client may set, without those that the server fills in and without the ids and ranks of rows. */
function pathsOf(contract: ContractClass, prefix = ''): string[] {
  return fieldsOf(contract).flatMap((meta) => {
    const path = `${prefix}${meta.name}`;
    if (meta.serverSet || filledByServer.includes(path)) return [];
    if (!meta.type) return [path];
    return pathsOf(meta.type(), `${path}.`).filter((field) => meta.kind === 'object' || !/\.(id|rank)$/.test(field));
  });
}

describe.each(testBackends())('the forms without script on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const blank = async (path: string, language = 'en', user: 'public' | 'applicant' = 'public') =>
    (await desk().call<Reply>(user, 'GET', `${path}/plain`, undefined, { 'accept-language': language })).body;
  const send = async (path: string, fields: [string, string][], language = 'en', more: object = {}) =>
    (await desk().call<Reply>('public', 'POST', `${path}/plain`, { fields, ...more }, { 'accept-language': language })).body;
  const idOf = ({ location }: PlainDone): string => location.split('/').at(-1) as string;
  const stored = async (path: string, done: PlainDone): Promise<Model> => (await desk().call('public', 'GET', `${path}/${idOf(done)}/document`)).body.model;
  const errorsOf = ({ html }: PlainPage): string[] =>
    [...(/<ul class="govuk-list govuk-error-summary__list">([\s\S]*?)<\/ul>/.exec(html)?.[1]?.matchAll(/<li>(?:<a href="#([^"]*)">)?([^<]*)/g) ?? [])].map(
      ([, target, message]) => (target ? `${target}: ${message}` : (message as string)),
    );
  const search = async (kind: Kind) => (await desk().call<{ totalRecords: number }>('border-supervisor', 'GET', `${kind.path}/search`)).body.totalRecords;

  describe.each(kinds)('$kind', (kind) => {
    const { path, contract, body, address, dayOfTravel } = kind;
    const fill = async (changes: Record<string, string | undefined> = {}, language = 'en') =>
      filledIn((await blank(path, language)).html, { ...answersOf(kind, body()), ...changes });

    it('has an input for every field of the contract, and no other', async () => {
      const names = namesInForm((await blank(path)).html).filter((name) => name !== '_key');
      const asPath = (name: string): string =>
        name
          .replace(/-(day|month|year)$/, '')
          .replace(/^goods\.0\./, 'goods.')
          .replace(/^(questions|declarations)\..+$/, kind.kind === 'arrival' ? '$1.answer' : '$1.accepted')
          .replace(/^requirements\..+$/, 'requirements.accepted');
      // On the departure form, one box stands for both flags of a question.
      expect([...new Set(names.map(asPath))].sort()).toEqual(
        pathsOf(contract)
          .filter((field) => field !== 'questions.declined' && !kind.notAsked.test(field))
          .sort(),
      );
    });

    it('registers what the form of the screen registers', async () => {
      const done = await send(path, await fill());
      expect(done).toEqual({ location: expect.stringMatching(new RegExp(`^${address}/[\\w-]{36}$`)) });
      const [plain, screen] = [await stored(path, done), (await desk().call('public', 'POST', `${path}/`, body())).body.model];
      const own = { id: '', serialReference: '', documentCreatedAt: '', actions: '', goods: '' };
      expect({ ...plain, ...own }).toEqual({ ...screen, ...own });
    });

    it('registers one declaration, however often the form is sent', async () => {
      const form = await fill();
      const before = await search(kind);
      const [one, two] = await Promise.all([send(path, form), send(path, form)]);
      expect(await send(path, form)).toEqual(one);
      expect(two).toEqual(one);
      expect(await search(kind)).toBe(before + 1);
    });

    it('asks once more before other answers of a form that was sent become a second declaration', async () => {
      const form = await fill();
      const one = await send(path, form);
      const changed = filledIn(
        (
          await send(
            path,
            form.map(([name, value]) => [name, name === 'occupation' ? 'Pilot' : value]),
          )
        ).html,
        {},
      );
      expect(changed.find(([name]) => name === 'occupation')).toEqual(['occupation', 'Pilot']);
      const two = await send(path, changed);
      expect(two.location).not.toBe(one.location);
      expect((await stored(path, two)).occupation).toBe('PILOT');
    });

    it.each(['en', 'pt'])('shows errors in place in %s, keeps every answer, and registers nothing', async (language) => {
      const before = await search(kind);
      const unticked = Object.fromEntries((await fill()).filter(([name]) => name.startsWith('questions.')).map(([name]) => [name, undefined]));
      const form = await fill({ lastName: '', 'birthDate-day': '31', 'birthDate-month': '2', occupation: 'x'.repeat(36), ...unticked }, language);
      const page = await send(path, form, language);
      const words = {
        en: [
          'Enter family or last name',
          'Date of birth must be a real date in the past, such as 27 3 1980',
          'Occupation must be 35 characters or fewer',
          'Questions: tick each line to which your answer is yes, or “None of these” alone',
        ],
        pt: [
          'Indique apelido',
          'Data de nascimento deve ser uma data real no passado, como 27 3 1980',
          'Profissão deve ter no máximo 35 caracteres',
          'Perguntas: assinale cada linha a que responde sim, ou apenas “Nenhuma destas”',
        ],
      }[language as 'en' | 'pt'];
      expect(page).toMatchObject({ status: 422, failed: true });
      expect(errorsOf(page).sort()).toEqual(
        [`field-lastName: ${words[0]}`, `field-birthDate: ${words[1]}`, `field-occupation: ${words[2]}`, `field-questions: ${words[3]}`].sort(),
      );
      for (const [target] of page.html.matchAll(/(?<=href="#)field-[\w-]+/g)) expect(page.html).toContain(`id="${target}"`);
      for (const message of words) expect(page.html).toMatch(new RegExp(`<p class="govuk-error-message" id="[^"]*">.*${message}`));
      expect(sentByForm(page.html).sort()).toEqual(form.sort());
      expect(await search(kind)).toBe(before);
    });

    it('judges what only the server knows with the others, in place', async () => {
      const page = await send(
        path,
        await fill({
          [dayOfTravel]: day(100),
          ...(kind.kind === 'arrival' ? { ...Object.fromEntries(dateParts('departureDate', day(110))), stayLength: '10' } : {}),
        }),
      );
      expect(page.status).toBe(422);
      expect(errorsOf(page)).toEqual([`field-${dayOfTravel}: Choose one of the days in the list`]);
    });

    it.each<[string, (form: [string, string][]) => [string, string][], string]>([
      [
        'a name that comes twice',
        (form) => [...form, ['lastName', 'Other']],
        'field-lastName: Family or last name: more than one answer was sent. Give one answer.',
      ],
      ['a question that is answered twice', (form) => [...form, ...form.filter(([name]) => name.startsWith('questions.'))], 'more than one answer was sent'],
      ['a name that no field has', (form) => [...form, ['documentStatus', 'APPROVED']], 'The form has no field “documentStatus”'],
      ['a list where one value belongs', (form) => [...form, ['lastName[]', 'x']], 'The form has no field “lastName[]”'],
      ['a path into an object', (form) => [...form, ['lastName.a', 'x']], 'The form has no field “lastName.a”'],
      ['the prototype', (form) => [...form, ['__proto__.polluted', 'x']], 'The form has no field “__proto__.polluted”'],
      ['a row that nobody asked', (form) => [...form, ['questions.X-1', 'YES']], 'The form has no field “questions.X-1”'],
      ['markup in a name', (form) => [...form, ['<img src=x>', 'x']], 'The form has no field “&lt;img src=x&gt;”'],
      ['a form without its key', (form) => form.filter(([name]) => name !== '_key'), 'This page was open for too long or is incomplete'],
    ])('refuses %s, says so, and keeps the answers', async (_what, change, message) => {
      const form = await fill();
      const page = await send(path, change(form));
      expect([page.status, errorsOf(page)]).toEqual([400, [expect.stringContaining(message)]]);
      expect(
        sentByForm(page.html)
          .filter(([name]) => name !== '_key')
          .sort(),
      ).toEqual(form.filter(([name]) => name !== '_key').sort());
    });

    it('takes a line and "None of these" together as no answer', async () => {
      const page = await send(path, await fill({ 'questions._none': 'YES', [`questions.${kind.kind === 'arrival' ? 'ARR' : 'DEP'}-Q1`]: 'YES' }));
      expect([page.status, errorsOf(page)]).toEqual([
        422,
        ['field-questions: Questions: tick each line to which your answer is yes, or “None of these” alone'],
      ]);
    });

    it('writes nothing of an answer as markup', async () => {
      const evil = `"><script>alert('1')</script>&amp;<!--SESSION-->`;
      const names = (await fill()).map(([name]) => name).filter((name) => name !== '_key');
      const page = await send(path, [...names.map((name): [string, string] => [name, evil]), ['_key', evil]]);
      expect(page.html).not.toContain('<script');
      expect(page.html.match(/<!--SESSION-->/g)).toHaveLength(1);
    });

    it('shows the form again for a session that has ended, and registers nothing', async () => {
      const before = await search(kind);
      const form = await fill();
      const page = await send(path, form, 'en', { notice: 'session-ended' });
      expect([page.status, errorsOf(page)]).toEqual([403, [expect.stringContaining('Your session has ended')]]);
      expect(sentByForm(page.html).sort()).toEqual(form.sort());
      expect(await search(kind)).toBe(before);
    });

    it('offers the other languages as buttons of the form, also before it was sent', async () => {
      const pages = [await blank(path), await send(path, await fill({ lastName: '' }))];
      for (const { html } of pages) {
        expect(html).toMatch(/<button [^>]*form="plain-form" formaction="[^"]*\?language=pt" name="_add" value="" lang="pt">/);
        expect(html).not.toContain('hreflang');
      }
    });

    it('is sent, in its language, by Enter in a field: the first button has no name and no address', async () => {
      for (const { html } of [await blank(path), await send(path, await fill({ lastName: '' }))]) {
        const [first = ''] = /<button type="submit"[^>]*>|<button [^>]*form="plain-form"[^>]*>/.exec(html) ?? [];
        expect(first).toContain('form="plain-form"');
        expect(first).not.toMatch(/\s(?:name|formaction)=/);
      }
    });

    it('changes the language of a form that is filled in, and keeps the answers', async () => {
      const form = await fill();
      const page = await send(path, [...form, ['_add', '']], 'pt');
      expect(page).toMatchObject({ status: 200, failed: false, title: kind.kind === 'arrival' ? 'Declaração de chegada' : 'Declaração de partida' });
      expect(sentByForm(page.html).sort()).toEqual(form.sort());
    });

    it('shows the code, the reference and the form afterwards, to whoever has the id', async () => {
      const done = await send(path, await fill());
      const { reference } = (await stored(path, done)).serialReference;
      const page = (await desk().call<Reply>('public', 'GET', `${path}/plain/${idOf(done)}`)).body;
      expect(page).toMatchObject({ status: 200, failed: false });
      expect(page.html).toContain(`<p class="portal-qr__reference">${reference}</p>`);
      expect(page.html).toMatch(new RegExp(`<img class="portal-qr__image" src="data:image/svg\\+xml;base64,[\\w+/=]+" alt="QR code for ${reference}"`));
      expect(page.html).toContain(`href="${done.location}/form?language=en"`);
      expect(page.html.includes('Green lane')).toBe(kind.kind === 'arrival');
      expect((await desk().call('public', 'GET', `${path}/plain/00000000-0000-7000-8000-000000000000`)).status).toBe(404);
    });

    it('says what to do in the lane afterwards, until there is a decision', async () => {
      const done = await send(path, await fill());
      const page = async () => (await desk().call<Reply>('public', 'GET', `${path}/plain/${idOf(done)}`)).body.html;
      const help = '<span>Green lane</span>: walk through</p>';
      expect((await page()).includes(help)).toBe(kind.kind === 'arrival');
      if (kind.kind === 'departure') return;
      const arrived = await desk().done('border-officer', path, await stored(path, done), 'arrival', { comment: 'Came early' });
      expect(await page()).toContain(help);
      await desk().done('border-supervisor', path, arrived, 'decision', { decision: 'DETAINED' });
      expect(await page()).toContain('<span>Green lane</span></p>');
    });

    it('shows the status afterwards, with that of the decision', async () => {
      const done = await send(path, await fill());
      const status = async (language: string) => {
        const { html } = (await desk().call<Reply>('public', 'GET', `${path}/plain/${idOf(done)}`, undefined, { 'accept-language': language })).body;
        return /<p class="portal-qr__status"><strong class="govuk-tag">([^<]*)<\/strong><\/p>/.exec(html)?.[1];
      };
      expect(await status('en')).toBe('Created');
      const { first, decision, body, shown } =
        kind.kind === 'arrival'
          ? { first: 'arrival', decision: 'decision', body: { decision: 'DETAINED' }, shown: ['Detained', 'Retido'] }
          : { first: 'verification', decision: 'approval', body: {}, shown: ['Approved', 'Aprovada'] };
      const dealt = await desk().done('border-officer', path, await stored(path, done), first, { comment: 'Came early' });
      await desk().done('border-supervisor', path, dealt, decision, body);
      expect([await status('en'), await status('pt')]).toEqual(shown);
    });

    it('says what happens next afterwards, and for an arrival until it is over', async () => {
      const done = await send(path, await fill());
      const shown = async () => {
        const { html } = (await desk().call<Reply>('public', 'GET', `${path}/plain/${idOf(done)}`)).body;
        return ['What happens next', 'your passport ready', 'Keep the address of this page'].map((text) => html.includes(text));
      };
      // A departure may be approved before its traveller comes to the border.
      const isArrival = kind.kind === 'arrival';
      const { first, decision, body } = isArrival
        ? { first: 'arrival', decision: 'decision', body: { decision: 'CLEARED' } }
        : { first: 'verification', decision: 'approval', body: {} };
      expect(await shown()).toEqual([true, true, true]);
      const dealt = await desk().done('border-officer', path, await stored(path, done), first, { comment: 'Came early' });
      expect(await shown()).toEqual([true, true, true]);
      // A referred traveller still goes to the supervisor.
      const last = isArrival ? await desk().done('border-officer', path, dealt, 'referral') : dealt;
      expect(await shown()).toEqual([true, true, true]);
      await desk().done('border-supervisor', path, last, decision, body);
      expect(await shown()).toEqual([!isArrival, !isArrival, true]);
    });

    it('reads every body that the screen can send', async () => {
      const { html } = await blank(path);
      const texts = pathsOf(contract).filter((field) => !field.startsWith('goods.') && /Name$|name$|occupation|flightNumber|address$|village/i.test(field));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 5 }), async (typed) => {
          const changes = Object.fromEntries(typed);
          const form = filledIn(html, { ...answersOf(kind, body()), ...changes });
          const own = body();
          for (const [name, text] of Object.entries(changes)) {
            const [first = '', second] = name.split('.');
            own[first] = second ? { ...(own[first] as object), [second]: text } : text;
          }
          const plain = await send(
            path,
            form.map(([name, value]) => [name, name === '_key' ? desk().service.url.length + crypto.randomUUID() : value]),
          );
          const screen = await desk().call('public', 'POST', `${path}/`, own);
          // Both forms accept the same bodies and refuse the same bodies.
          expect([Boolean(plain.location), screen.status === 201 ? [] : codes(screen.body)]).toEqual([screen.status === 201, expect.any(Array)]);
        }),
        { numRuns: 15, seed: 20261122 },
      );
    });
  });

  describe('arrival', () => {
    const fill = async (changes: Record<string, string | undefined> = {}) =>
      filledIn((await blank(arrival)).html, { ...answersOf(kinds[0], anArrival()), ...changes });

    it('adds a row of goods, keeps the answers, and sends every row', async () => {
      const page = await send(arrival, [
        ...(await fill({
          hasMerchandise: 'YES',
          'goods.0.description': 'Coffee',
          'goods.0.quantity': '2',
          'questions.ARR-Q1': 'YES',
          'questions._none': undefined,
        })),
        ['_add', 'goods'],
      ]);
      expect(page).toMatchObject({ status: 200, failed: false });
      const form = filledIn(page.html, { 'goods.1.description': 'Cocoa', 'goods.1.quantity': '1 000', 'goods.1.value': '20', 'goods.1.currencyCode': 'USD' });
      const model = await stored(arrival, await send(arrival, form));
      expect(model.lane).toBe('RED');
      expect(model.goods).toMatchObject([
        { description: 'Coffee', quantity: 2 },
        { description: 'Cocoa', quantity: 1_000, value: 20, currencyCode: 'USD' },
      ]);
    });

    it('asks once about answers that contradict one another, and registers them when they are right', async () => {
      const before = await search(kinds[0]);
      const sent = await fill({ currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: '300' });
      const page = await send(arrival, sent);
      expect([page.status, page.failed]).toEqual([200, false]);
      expect(page.html).toContain('Are these answers right?');
      expect(page.html).toMatch(/href="#field-currencyAmount">Change: Amount of money</);
      expect(await search(kinds[0])).toBe(before);
      expect(sentByForm(page.html).sort()).toEqual(sent.sort());
      const right = /name="_right" value="([^"]+)"/.exec(page.html)?.[1] as string;
      // A further doubt makes the form ask again.
      expect(
        (await send(arrival, [...(await fill({ currencyStatus: 'YES', currencyCode: 'USD', currencyAmount: '300', flightCode: 'BALI' })), ['_right', right]]))
          .html,
      ).toContain('does not look like the number of a flight');
      expect(await send(arrival, [...sent, ['_right', right]])).toHaveProperty('location');
      expect(await search(kinds[0])).toBe(before + 1);
    });

    it('counts and keeps a line break as one character, as the screen does, although a browser sends two', async () => {
      const lines = Array.from({ length: 10 }, () => 'x'.repeat(49))
        .join('\n')
        .padEnd(500, 'x');
      const permit = { permitReference: 'P-1', permitNaration: lines.replaceAll('\n', '\r\n') };
      const done = await send(arrival, await fill({ 'typeDetails.code': 'RES', _right: 'foreigner', ...permit }));
      expect(done).toEqual({ location: expect.any(String) });
      expect((await stored(arrival, done)).permitNaration).toBe(lines);
    });

    it('asks for a description of declared merchandise, as the screen does', async () => {
      const page = await send(arrival, await fill({ hasMerchandise: 'YES' }));
      expect(errorsOf(page)).toEqual(['field-goods-0-description: Describe the goods you declare']);
    });

    it('leaves out the answers to questions that do not apply, as the screen does', async () => {
      const model = await stored(
        arrival,
        await send(
          arrival,
          await fill({
            'contactDetails.name': 'Ana',
            'addressDetails.district': 'DI',
            organisedBy: 'A club',
            currencyCode: 'USD',
            'goods.0.description': 'Coffee',
          }),
        ),
      );
      expect([model.contactDetails?.name, model.addressDetails?.district, model.organisedBy, model.currencyCode, model.goods?.[0]?.description]).toEqual([]);
    });

    it('takes the name or the code of a place out of a long list, and offers what a part of a name may mean', async () => {
      const few = catalogues.airports;
      catalogues.airports = [...few, ...Array.from({ length: 700 }, (_, i) => ({ code: `X${i}`, name: `Field ${i}`, names: { pt: `Campo ${i}` } }))] as never;
      try {
        await until(async () =>
          (await blank(arrival)).html.includes('<input class="govuk-input" type="text" spellcheck="false" id="field-embarkationPortCode"'),
        );
        const typed = async (text: string) => send(arrival, await fill({ embarkationPortCode: text }));
        for (const name of ['field 12', 'Field-12', 'Fíeld  12']) await expect(typed(name)).resolves.toHaveProperty('location');
        expect((await stored(arrival, await typed('x7'))).embarkationPortCode).toBe('X7');
        const page = await typed('ield 69');
        expect(errorsOf(page)).toEqual(['field-embarkationPortCode: Embarkation port: choose one from the list']);
        const offered = /<select[^>]*name="embarkationPortCode"[\s\S]*?<\/select>/.exec(page.html)?.[0] ?? '';
        expect([...offered.matchAll(/<option value="(X\d+)"/g)].map(([, code]) => code).sort()).toEqual(
          ['X69', ...Array.from({ length: 10 }, (_, i) => `X69${i}`)].sort(),
        );
      } finally {
        catalogues.airports = few;
      }
    });

    it('says beside a question when it is asked, and suggests the flights that arrive', async () => {
      const { html } = await blank(arrival);
      expect(html).toContain('Only if you stay with friends or family');
      expect(html).toMatch(/<datalist id="field-flightCode-list"><option value="QG500">/);
    });

    it('begins with the address and the telephone of the signed-in applicant', async () => {
      const form = new Map(sentByForm((await blank(arrival, 'en', 'applicant')).html));
      expect([form.get('emailAddress'), form.get('phoneNumber')]).toEqual(['applicant@example.org', '67077000000']);
    });
  });
});
