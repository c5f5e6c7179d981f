import { testBackends } from '../testing/index.ts';
import { aPass, PassDesk } from '../testing/pass-desk.ts';

describe.each(testBackends())('rights on %s', (_engine, makeBackend) => {
  let passes: PassDesk;
  beforeAll(async () => {
    passes = await PassDesk.open(makeBackend);
  });
  afterAll(() => passes?.close());

  // Written by hand: what each caller may see of a document that the public registered, of one that Ana registered, of Ana's draft, and of one found with the
  // finder's key. The third column lists facts, contact (email), files (photo) and office (laneReason); the fourth the status codes for history, version, QR,
  // print-form, print-card and export.
  const table: [caller: string, document: 'public' | 'owned' | 'draft' | 'found', sees: string, calls: string][] = [
    ['nobody', 'public', 'facts contact files', '200: version qr print-form print-card export | 401: history'],
    ['ana', 'public', 'facts contact files', '200: version qr print-form print-card export | 403: history'],
    ['reader', 'public', 'facts contact files office', '200: history version qr print-form print-card | 403: export'],
    ['foreign reader', 'public', '403', '403: history version qr print-form print-card export'],
    ['homeless reader', 'public', '403', '403: history version qr print-form print-card export'],
    ['approver', 'public', '403', '403: history version qr print-form print-card export'],
    ['stranger', 'public', '403', '403: history version qr print-form print-card export'],
    ['nobody', 'owned', 'facts contact files', '200: version qr print-form print-card | 401: history export'],
    ['ana', 'owned', 'facts contact files', '200: history version qr print-form print-card export'],
    ['rui', 'owned', 'facts contact files', '200: version qr print-form print-card | 403: history export'],
    ['reader', 'owned', 'facts contact files office', '200: history version qr print-form print-card | 403: export'],
    ['foreign reader', 'owned', '403', '403: history version qr print-form print-card export'],
    ['nobody', 'draft', '401', '401: history version qr print-form print-card export'],
    ['ana', 'draft', 'facts contact files', '200: history version print-form print-card export | 404: qr'],
    ['rui', 'draft', '403', '403: history version qr print-form print-card export'],
    ['reader', 'draft', '403', '403: history version qr print-form print-card export'],
    ['nobody', 'found', 'facts', '200: qr print-form | 401: history version print-card export'],
    ['ana', 'found', 'facts', '200: qr print-form | 403: history version print-card export'],
    ['foreign reader', 'found', '403', '403: history version qr print-form print-card export'],
    ['stranger', 'found', '403', '403: history version qr print-form print-card export'],
  ];

  describe('of each caller to each document', () => {
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      const name = passes.aName();
      const open = await passes.register('nobody', { ...aPass, holderName: name });
      ids.public = open.id;
      // Data that staff have entered, which must be hidden from other callers.
      await passes.act('verifier', open.id, 'verification', { version: 1, confirmed: true, comment: 'hit on the watch list, do not alert' });
      const owned = await passes.register('ana', { ...aPass, holderName: passes.aName() });
      ids.owned = owned.id;
      await passes.act('verifier', owned.id, 'verification', { version: 1, confirmed: true });
      ids.draft = (await passes.register('ana', aPass, 'actions/store')).id;
      ids.found = await passes.find(name);
    });

    it.each(table)('%s, of a document that is %s: %s; %s', async (caller, document, sees, calls) => {
      const id = ids[document] as string;
      const shown = await passes.call(caller, 'GET', `/v1/pass/${id}/document`);
      if (/^\d+$/.test(sees)) expect(shown.status).toBe(Number(sees));
      else {
        const model = shown.body.model as unknown as Record<string, unknown>;
        const groups = { facts: model.holderName, contact: model.email, files: model.photo, office: model.laneReason };
        const seen = Object.entries(groups).flatMap(([group, value]) => (value === undefined ? [] : [group]));
        // A draft has no reason that an officer has entered.
        expect(seen.join(' ')).toBe(sees);
        expect(model.doneBy).toBeUndefined();
        expect(model.id).toBe(id);
        const officer = shown.text.includes('verifier') || shown.text.includes('watch list, do not');
        expect(officer).toBe(sees.includes('office') && document !== 'draft');
      }
      const paths: Record<string, [string, string, object?]> = {
        history: ['POST', 'history', {}],
        version: ['GET', '1/version'],
        qr: ['GET', 'qr'],
        'print-form': ['GET', 'print-form'],
        'print-card': ['GET', 'print-card'],
        export: ['GET', 'export'],
      };
      const answers: Record<string, string[]> = {};
      for (const [name, [method, path, body]] of Object.entries(paths)) {
        const { status, text } = await passes.call(caller, method, `/v1/pass/${id}/${path}`, body);
        // There is no renderer in this test, so a form that may be printed is answered with "being prepared".
        const told = status === 503 && text.includes('prepared') ? 200 : status;
        answers[told] = [...(answers[told] ?? []), name];
      }
      const said = Object.entries(answers).map(([status, list]) => `${status}: ${list.join(' ')}`);
      expect(said.join(' | ')).toBe(calls);
    });

    it('list for staff the documents of their agency, and no drafts of others', async () => {
      const list = async (caller: string, status?: string) => {
        const criteria = status ? [{ operation: 'EQ', dataType: 'TEXT', fieldName: 'documentStatus', values: [status] }] : [];
        const q = encodeURIComponent(JSON.stringify({ criteria, paging: { page: 1, size: 200 } }));
        return passes.call(caller, 'GET', `/v1/pass/search?q=${q}`);
      };
      const seen = (await list('reader')).body;
      expect(seen.records.map((r) => r.id)).toEqual(expect.arrayContaining([ids.public, ids.owned]));
      expect(seen.records.map((r) => r.id)).not.toContain(ids.draft);
      expect(seen.totalRecords).toBe(seen.records.length);
      expect((await list('reader', 'STORED')).body).toEqual({ records: [], totalRecords: 0 });
      for (const other of ['foreign reader', 'homeless reader']) expect((await list(other)).body).toEqual({ records: [], totalRecords: 0 });
      for (const other of ['stranger', 'approver', 'ana']) expect((await list(other)).status).toBe(403);
      const mine = await passes.register('clerk', aPass, 'actions/store');
      const csv = await passes.call('reader', 'GET', '/v1/pass/search', undefined, { accept: 'text/csv' });
      expect(csv.text.trim().split('\n')).toHaveLength(seen.totalRecords + 1);
      expect((await passes.call('foreign reader', 'GET', '/v1/pass/search', undefined, { accept: 'text/csv' })).text.trim().split('\n')).toHaveLength(1);
      expect((await passes.call('clerk', 'GET', `/v1/pass/${mine.id}/document`)).status).toBe(200);
    });
  });

  it('leave contact data out of lists and exports for who may search and not read', async () => {
    const name = passes.aName();
    await passes.register('nobody', { ...aPass, holderName: name });
    const criteria = [{ operation: 'EQ', dataType: 'TEXT', fieldName: 'holderName', values: [name] }];
    const found = (caller: string, headers: Record<string, string> = {}, more: object = {}) =>
      passes.call(caller, 'GET', `/v1/pass/search?q=${encodeURIComponent(JSON.stringify({ criteria, ...more }))}`, undefined, headers);
    for (const [caller, email] of [
      ['reader', 'ana@example.org'],
      ['searcher', undefined],
    ] as const) {
      const [row] = (await found(caller)).body.records;
      expect([caller, row?.holderName, row?.email]).toEqual([caller, name, email]);
      for (const more of [{}, { viewColumns: ['holderName', 'countryName', 'email'] }])
        expect((await found(caller, { accept: 'text/csv' }, more)).text.trim().split('\r\n')[1]).toBe(`${name},Germany,${email ?? ''}`);
    }
  });

  it('keep a draft to its owner after it has been submitted', async () => {
    const { id } = await passes.register('ana', { ...aPass, email: 'first@example.org' }, 'actions/store');
    const submitted = await passes.act('ana', id, 'register', { ...aPass, version: 1 });
    expect(submitted.body.model).toMatchObject({ documentStatus: 'CREATED', version: 2 });
    const read = (caller: string, version: number) => passes.call(caller, 'GET', `/v1/pass/${id}/${version}/version`);
    expect((await read('ana', 1)).body.model).toMatchObject({ documentStatus: 'STORED', email: 'first@example.org' });
    for (const caller of ['nobody', 'rui', 'reader', 'verifier', 'supervisor']) {
      const draft = await read(caller, 1);
      expect([caller, draft.status, draft.text.includes('first@example.org'), (await read(caller, 2)).status]).toEqual([caller, 404, false, 200]);
    }
    expect((await passes.call('ana', 'GET', `/v1/pass/${id}/export`)).text).toContain('first@example.org');
  });

  it('leave the office’s fields out of prints, and contact data out of prints for a finder', async () => {
    const name = passes.aName();
    const { id } = await passes.register('nobody', { ...aPass, holderName: name });
    await passes.act('verifier', id, 'verification', { version: 1 });
    for (const [asked, title] of [
      [id, 'ana@example.org no reason Germany'],
      [await passes.find(name), 'no address no reason Germany'],
    ] as const) {
      passes.around.awaited.clear();
      await passes.call('nobody', 'GET', `/v1/pass/${asked}/print-form`);
      expect([...passes.around.awaited.values()].map((layout) => layout.title)).toEqual([title]);
    }
  });

  it('show the public the agency instead of the officer, and only the comments written to the applicant', async () => {
    const { id } = await passes.register('nobody');
    await passes.act('verifier', id, 'query', { version: 1, comment: 'Send the second page' });
    await passes.act('verifier', id, 'verification', { version: 2, comment: 'on the watch list' });
    const { model } = (await passes.call('nobody', 'GET', `/v1/pass/${id}/document`, undefined, { 'accept-language': 'pt' })).body;
    expect(model.actions.map(({ operation, details, user, status }) => ({ operation, details, user: user.name, status }))).toEqual([
      { operation: 'Registar', details: '', user: 'Público', status: 'CREATED' },
      { operation: 'Perguntar', details: 'Send the second page', user: 'Agência de Fronteiras', status: 'QUERIED' },
      { operation: 'Verificar', details: '', user: 'Agência de Fronteiras', status: 'VERIFIED' },
    ]);
    const staff = (await passes.call('reader', 'GET', `/v1/pass/${id}/document`)).body.model.actions;
    expect(staff.at(-1)).toMatchObject({ operation: 'Verify', details: 'on the watch list', user: { name: 'verifier' } });
    const stale = await passes.act('nobody', id, 'update', { ...aPass, version: 1 });
    expect(stale.text).not.toContain('verifier');
  });

  it('let only the applicant change an application: no officer, no finder, nobody with the id of another account’s document', async () => {
    const name = passes.aName();
    const open = await passes.register('nobody', { ...aPass, holderName: name });
    const owned = await passes.register('ana');
    const update = { ...aPass, version: 1, holderName: 'Eva' };
    for (const caller of ['reader', 'verifier', 'stranger', 'foreign reader', 'clerk'])
      expect((await passes.act(caller, open.id, 'update', update)).status).toBe(403);
    expect((await passes.act('nobody', await passes.find(name), 'update', update)).status).toBe(401);
    for (const [caller, status] of [
      ['nobody', 401],
      ['rui', 403],
      ['reader', 403],
      ['ana', 200],
    ] as const)
      expect((await passes.act(caller, owned.id, 'update', update)).status).toBe(status);
    expect((await passes.act('nobody', open.id, 'update', update)).status).toBe(200);
    const counter = await passes.register('reader');
    expect((await passes.act('reader', counter.id, 'update', update)).status).toBe(200);
    const { actions } = (await passes.call('reader', 'GET', `/v1/pass/${counter.id}/document`)).body.model;
    expect(actions.map((entry) => entry.capacity)).toEqual(['counter', 'counter']);
  });

  it('let an officer act by role and agency', async () => {
    const { id } = await passes.register('nobody');
    for (const caller of ['foreign approver', 'stranger', 'reader', 'nobody'])
      expect((await passes.act(caller, id, 'verification', { version: 1 })).status).toBe(caller === 'nobody' ? 401 : 403);
    expect((await passes.act('verifier', id, 'verification', { version: 1 })).status).toBe(200);
    // An approver without the read role may approve, but sees only the public facts.
    const approved = await passes.act('approver', id, 'approval', { version: 2 });
    expect(approved.status).toBe(200);
    expect(approved.body.model).toMatchObject({ holderName: 'ANA', documentStatus: 'APPROVED' });
    expect(approved.body.model).not.toHaveProperty('email');
  });

  it('require a second officer, and say so before the action is tried', async () => {
    const { id } = await passes.register('nobody');
    const verified = await passes.act('verifier', id, 'verification', { version: 1 });
    expect(verified.body.actions.map((a) => a.name)).not.toContain('approval');
    expect(verified.body.blocked).toEqual([
      expect.objectContaining({ name: 'approval', code: 'FOUR_EYES', message: expect.stringContaining('another officer') }),
    ]);
    const refused = await passes.act('verifier', id, 'approval', { version: 2 });
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([403, 'FOUR_EYES']);
    expect((await passes.call('nobody', 'GET', `/v1/pass/${id}/document`)).body).not.toHaveProperty('blocked');
    expect((await passes.act('approver', id, 'approval', { version: 2 })).status).toBe(200);
  });
});
