import { errorsOf, Flag, Integer, L, ListOf, Nested, sanitise, Text } from './index.ts';

class Answer {
  @Text({ max: 5, required: true }) id?: string;
  @Integer({ label: L('Rank', 'Ordem'), min: 1 }) rank?: number;
  @Flag() accepted?: boolean;
}
class Address {
  @Text({ max: 10, required: true, personal: true }) street?: string;
}
class Form {
  @ListOf(() => Answer, { min: 1, max: 3 }) answers?: Answer[];
  @Nested(() => Answer) first?: Answer;
  @Nested(() => Address) address?: Address;
}

const faults = (body: object): string[] => errorsOf(Form, sanitise(Form, body)).map(({ code, field }) => `${code} ${field}`);
const right = { answers: [{ id: 'A', rank: 1, accepted: true }], first: { id: 'A', rank: 1 }, address: { street: 'Main' } };

describe('a value that was found without a fault', () => {
  it('is right again, and what differs from it is looked at', () => {
    for (let turn = 0; turn < 3; turn++) {
      expect(faults(right)).toEqual([]);
      expect(faults({ ...right, answers: [{ id: 'A', rank: 0, accepted: true }] })).toEqual(['INTEGER answers.0.rank']);
      expect(faults({ ...right, answers: [{ id: 'A', rank: '1', accepted: 'yes' }] })).toEqual(['CHOICE answers.0.accepted']);
      expect(faults({ ...right, answers: [] })).toEqual(['MIN_ITEMS answers']);
      expect(faults({ ...right, answers: [{ id: 'A' }, { id: 'B' }, { id: 'C' }, { id: 'D' }] })).toEqual(['MAX_LENGTH answers']);
      expect(faults({ ...right, first: { id: 'TOO LONG' } })).toEqual(['MAX_LENGTH first.id']);
      expect(faults({ ...right, address: { street: 'Too long for it' } })).toEqual(['MAX_LENGTH address.street']);
    }
  });

  it('is remembered for its field alone, and only where it was looked at', () => {
    class Other {
      @Nested(() => Address) first?: Address;
    }
    const asOther = sanitise(Other, { first: {} });
    expect(errorsOf(Other, asOther).map(({ field }) => field)).toEqual(['first.street']);
    // class-validator has no metadata for a plain object, so it finds no error in one.
    const plain = Object.assign(new Form(), { answers: [{ id: 'A' }], first: { id: 'ALSO TOO LONG' } });
    errorsOf(Form, plain);
    expect(faults({ ...right, first: { id: 'ALSO TOO LONG' } })).toEqual(['MAX_LENGTH first.id']);
  });
});
