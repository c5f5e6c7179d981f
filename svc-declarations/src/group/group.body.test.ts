import { ArrivalDeclarationBody, DepartureDeclarationBody } from '../../contract/index.ts';
import { type Plain, travellersOf } from './group.body.ts';

/** Returns an object with a thousand unknown fields that counts how often they are read. */
function counted(fields: Plain): { sent: Plain; reads: () => number } {
  let reads = 0;
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`unknown${n}`, n]));
  const sent = new Proxy<Plain>(
    { ...unknown, ...fields },
    {
      get(target, name) {
        if (String(name).startsWith('unknown')) reads++;
        return Reflect.get(target, name);
      },
    },
  );
  return { sent, reads: () => reads };
}

describe.each([
  ['arrivals', ArrivalDeclarationBody],
  ['departures', DepartureDeclarationBody],
])('the body of a group of %s', (_kind, contract) => {
  it('is copied for every traveller without the fields that the contract does not know', () => {
    const shared = counted({ address: 'Rua 1', lastName: 'Soares', comment: 'Together', groupId: 'x' });
    const own = counted({ firstName: 'Ana', answeredBy: null });
    const read = travellersOf({ shared: shared.sent, travellers: Array(40).fill(own.sent) }, contract, '2026-05-04');
    expect(read.travellers).toEqual(Array(40).fill({ body: expect.any(Object) }));
    const [names] = read.travellers.map(({ body }) => Object.keys(body));
    expect(names?.filter((name) => name !== 'address')).toEqual(['lastName', 'comment', 'firstName']);
    expect([shared.reads(), own.reads()]).toEqual([0, 0]);
  });
});
