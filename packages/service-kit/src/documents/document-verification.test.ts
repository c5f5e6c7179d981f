import { type Call, Database, publicActor, SerialCounterRow } from '../index.ts';
import { testBackends } from '../testing/index.ts';
import { aPass, PassDesk, Passes } from '../testing/pass-desk.ts';
import { verifyToken } from './document-verification.ts';

const reader = { sub: 'reader', name: 'Reader', roles: ['pass-read'], agencies: ['BORDER'] };

describe.each(testBackends())('the verification of a code on %s', (_engine, makeBackend) => {
  let desk: PassDesk;
  beforeAll(async () => {
    desk = await PassDesk.open(makeBackend);
  });
  afterAll(() => desk?.close());

  const passes = () => desk.service.app.get(Passes);
  const tokenOf = async (id: string): Promise<string> => passes().kit.signer.sign(passes().tokenStatement((await passes().rowOf(id)).body as never));
  const verify = (token: string, actor: object = reader) => verifyToken(passes(), token, { actor, language: 'en' } as Call);

  it('is the same after every change of the document', async () => {
    const draft = await desk.register('ana', aPass, 'actions/store');
    desk.clock.pass(3_600_000);
    const { body } = await desk.act('ana', draft.id, 'register', { ...aPass, version: 1 });
    const token = await tokenOf(draft.id);
    const genuine = { genuine: true, reference: body.model.serialReference.reference, screen: `/passes/view/${draft.id}` };
    expect(await verify(token)).toMatchObject({ ...genuine, standing: { code: 'CREATED' } });
    desk.clock.pass(3_600_000);
    expect((await desk.act('ana', draft.id, 'update', { ...aPass, version: 2, countryCode: 'DE', holderName: 'Ana Costa' })).status).toBe(200);
    expect((await desk.act('verifier', draft.id, 'verification', { version: 3 })).status).toBe(200);
    expect(await verify(token)).toMatchObject({ ...genuine, standing: { code: 'VERIFIED' } });
    expect((await desk.act('verifier', draft.id, 'undo', { version: 4, comment: 'mistake' })).status).toBe(200);
    expect(await verify(token)).toMatchObject({ ...genuine, standing: { code: 'CREATED' } });
    expect(await tokenOf(draft.id)).toBe(token);
  });

  it('says of a document that a restore has lost that it is no longer in the register, and nothing of the one with its reference', async () => {
    const lost = await desk.register('nobody');
    const token = await tokenOf(lost.id);
    // As after the restore of a backup from before the registration: neither the document nor its number is there.
    const { year, number, reference } = lost.serialReference;
    await desk.service.app.get(Database).write(async (tx) => {
      await tx.delete(passes().definition.row, { id: lost.id });
      await tx.update(SerialCounterRow, { id: `PAS/A/${year}` }, { number: number - 1 });
    });
    desk.clock.pass(3_600_000);
    const another = await desk.register('nobody');
    expect(another.serialReference.reference).toBe(reference);
    for (const actor of [publicActor, reader])
      expect(await verify(token, actor)).toEqual({
        genuine: true,
        kind: 'pass',
        title: expect.anything(),
        reference,
        issuedAt: lost.serialReference.dateTime,
        standing: { code: 'NOT_IN_REGISTER', label: 'No longer in the register' },
      });
    expect(await verify(await tokenOf(another.id))).toMatchObject({
      genuine: true,
      reference,
      standing: { code: 'CREATED' },
      screen: `/passes/view/${another.id}`,
    });
  });
});
