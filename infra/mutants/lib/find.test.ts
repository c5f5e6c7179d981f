import { findMutants, instrument } from './find.mjs';

const source = `
import { L, Text } from 'kit';
const statuses = ['OPEN', 'SHUT'] as const;
@Rules<Body>(requireWhen((b) => b.a === 'YES', 'b'), later())
class Body {
  @Text({ label: L('Name', 'Nome'), max: 70, required: true, upper: false }) name?: string;
}
export const actions = { close: { from: ['OPEN'], to: 'SHUT', comment: true }, open: { from: ['SHUT'], to: 'OPEN' } };
function isOpen(status) { return !(status === 'SHUT' && true) ? true : 1 < 2; }
`;

const found = () => findMutants('body.ts', source).map((mutant, i) => ({ ...mutant, id: i + 1 }));

it('a mutant is found for each rule, and named after its place', () => {
  expect(found().map(({ name }) => name)).toEqual([
    "statuses › without 'OPEN'",
    "statuses › without 'SHUT'",
    "Body › Rules without requireWhen((b) => b.a === 'YES', 'b')",
    'Body › Rules without later()',
    "Body › requireWhen without 'b'",
    "Body › b.a === 'YES' with !==",
    'Body.name.max › 70 and one more',
    'Body.name.required › not there',
    "actions.close.from › without 'OPEN'",
    'actions.close.to › to OPEN',
    'actions.close.comment › not there',
    "actions.open.from › without 'SHUT'",
    'actions.open.to › to SHUT',
    "isOpen › !(status === 'SHUT' && true) turned round",
    "isOpen › !(status === 'SHUT' && true) without !",
    "isOpen › status === 'SHUT' && true with ||",
    "isOpen › status === 'SHUT' with !==",
    'isOpen › 1 < 2 with <=',
  ]);
});

it('labels, types and imports have no mutants', () => {
  expect(findMutants('x.ts', `import 'a'; type A = 'x' | 'y'; const label = L('Yes', 'Sim'); interface B { c: ['d'] }`)).toEqual([]);
});

it('two mutants with the same name get numbers', () => {
  expect(findMutants('x.ts', 'const a = !b; { const a = !b; }').map(({ name }) => name)).toEqual(['a › !b without !', 'a › !b without ! (2)']);
});

describe('the source with all mutants', () => {
  const plain = `const made = { from: ['A', 'B'], comment: true, max: 70, sound: !(1 > 2) && 3 === 3 ? 'yes' : 'no' }; made`;
  const mutants = findMutants('x.ts', plain).map((mutant, i) => ({ ...mutant, id: i + 1 }));
  const run = (mutant: number | undefined): unknown => {
    (globalThis as { mutant?: number }).mutant = mutant;
    return new Function(instrument(plain, mutants).replace('; made', '; return made'))();
  };
  afterAll(() => void delete (globalThis as { mutant?: number }).mutant);

  it('is the source itself while none is on', () => {
    expect(run(undefined)).toEqual({ from: ['A', 'B'], comment: true, max: 70, sound: 'yes' });
  });

  it('has one change while one is on', () => {
    const changed = Object.fromEntries(mutants.map(({ id, name }) => [name.replace('made.', ''), run(id)]));
    const base = { from: ['A', 'B'], comment: true, max: 70, sound: 'yes' };
    const { comment: _comment, ...silent } = base;
    expect(changed).toMatchObject({
      "from › without 'A'": { ...base, from: ['B'] },
      "from › without 'B'": { ...base, from: ['A'] },
      'max › 70 and one more': { ...base, max: 71 },
      'sound › !(1 > 2) && 3 === 3 turned round': { ...base, sound: 'no' },
      'sound › 3 === 3 with !==': { ...base, sound: 'no' },
      'sound › !(1 > 2) without !': { ...base, sound: 'no' },
    });
    expect(changed['comment › not there']).toEqual(silent);
  });
});
