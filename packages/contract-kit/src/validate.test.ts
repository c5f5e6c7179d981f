import fc from 'fast-check';
import {
  Code,
  checkThat,
  clientFields,
  Day,
  Digits,
  dropWrongTypes,
  Flag,
  Integer,
  inLanguage,
  knownFields,
  L,
  ListOf,
  MustBeYes,
  Nested,
  questionErrors,
  Rules,
  requiredMessage,
  requireWhen,
  ruleFault,
  sanitise,
  Text,
  typeFaults,
  unlistedCode,
  validateContract,
  YesNo,
} from './index.ts';

class Row {
  @Text({ max: 36 }) id?: string;
  @Text({ label: L('Item', 'Artigo'), max: 5, required: true }) description?: string;
  @Integer({ label: L('Quantity', 'Quantidade'), min: 1 }) quantity?: number;
}
class Place {
  @Code({ name: 'entry-points', copy: { description: 'name' } }, { required: true, message: 'Please Select Entry Point' }) code?: string;
  @Text({ serverSet: true }) description?: string;
}
@Rules<Body>(
  requireWhen((b) => b.money === 'YES', 'amount'),
  checkThat('DATE', 'expiryDate', (b) => (b.expiryDate ?? '') >= '2026-01-01', L('Too early', 'Cedo demais')),
  (b) => (b.name === 'NOBODY' ? [ruleFault('CHOICE', 'name', 'Somebody')] : []),
)
class Body {
  @Text({ label: L('Name', 'Nome'), max: 4, upper: true, required: true }) name?: string;
  @Nested(() => Place) place: Place = new Place();
  @YesNo({ label: L('Money', 'Dinheiro') }) money?: string;
  @Integer({ label: L('Amount', 'Montante'), min: 1 }) amount?: number;
  @Digits({ label: L('Phone', 'Telefone') }) phone?: string;
  @Day({ label: L('Expiry', 'Validade') }) expiryDate?: string;
  @Day({ range: 'past' }) birthDate?: string;
  @Flag() insured?: boolean;
  @MustBeYes({ label: L('The statement', 'A declaração') }) declared?: string;
  @ListOf(() => Row, { label: L('Goods', 'Bens'), min: 1 }) goods?: Row[];
}

const good = { name: 'ana', place: { code: 'DIL' }, goods: [{ description: 'x', quantity: '2' }] };
const codes = (plain: object): string[] => validateContract(Body, { ...good, ...plain }).errors.map((e) => `${e.field} ${e.code}`);

describe('a contract class', () => {
  it('upper-cases, trims, converts and drops what it does not know', () => {
    const { value, errors } = validateContract(Body, { ...good, name: ' ana ', phone: '+670 (77) 12-3', hack: 1, place: { code: 'DIL', description: 'mine' } });
    expect(errors).toEqual([]);
    expect(value).toMatchObject({ name: 'ANA', phone: '67077123', goods: [{ quantity: 2 }] });
    expect(value).not.toHaveProperty('hack');
    expect(value.place.description).toBeUndefined();
  });

  it.each([
    [{ name: '' }, ['name REQUIRED']],
    [{ name: 'ABCDE' }, ['name MAX_LENGTH']],
    [{ name: 7 }, ['name TEXT']],
    [{ place: {} }, ['place.code REQUIRED']],
    [{ place: undefined }, ['place.code REQUIRED']],
    [{ place: { code: unlistedCode('Dili') } }, ['place.code CHOICE']],
    [{ money: 'MAYBE' }, ['money CHOICE']],
    [{ money: 'YES' }, ['amount REQUIRED']],
    [{ money: 'YES', amount: 0 }, ['amount INTEGER']],
    [{ amount: '1.5' }, ['amount INTEGER']],
    [{ phone: 'abc' }, ['phone INTEGER']],
    [{ expiryDate: '2025-02-30' }, ['expiryDate DATE']],
    [{ expiryDate: '2025-02-03' }, ['expiryDate DATE']],
    [{ birthDate: '2999-01-01' }, ['birthDate DATE']],
    [{ birthDate: '1980-03-27T00:00:00' }, []],
    [{ birthDate: '1980-03-27Tjunk' }, ['birthDate DATE']],
    [{ birthDate: '1980-03-27T24:00:00' }, ['birthDate DATE']],
    [{ birthDate: '1980-03-27T00:00:00+14:00' }, ['birthDate DATE']],
    [{ insured: 'perhaps' }, ['insured CHOICE']],
    [{ declared: 'NO' }, ['declared MUST_BE_YES']],
    [{ goods: [] }, ['goods MIN_ITEMS']],
    [{ goods: 'x' }, ['goods MIN_ITEMS']],
    [{ goods: [{ quantity: 0 }] }, ['goods.0.description REQUIRED', 'goods.0.quantity INTEGER']],
  ])('refuses %j with %j', (plain, expected) => expect(codes(plain)).toEqual(expected));

  it('takes digits of any script, and leaves those of a text as they were typed', () => {
    class Typed {
      @Text({ upper: true }) flight?: string;
      @Text() address?: string;
      @Integer() amount?: number;
      @Day() day?: string;
    }
    const typed = { flight: 'qg٥٠١', address: 'شارع ٥', amount: '١٤', day: '١٩٨٠-٠٣-２７T00:00' };
    const { value, errors } = validateContract(Typed, typed);
    expect([{ ...value }, errors]).toEqual([{ flight: 'QG501', address: 'شارع ٥', amount: 14, day: '1980-03-27' }, []]);
  });

  it('reduces a body to the fields that it knows, unchanged and in their order', () => {
    const sent = { goods: 'none', extra: 1, name: ' ana ', comment: 'x', toString: 2, __proto__: { phone: 1 } };
    expect(Object.entries(knownFields(Body, sent, ['comment']))).toEqual([
      ['goods', 'none'],
      ['name', ' ana '],
      ['comment', 'x'],
    ]);
    expect(knownFields(Place, { description: 'mine', code: 'DIL' })).toEqual({ code: 'DIL' });
    expect(knownFields(undefined, sent, ['comment'])).toEqual({ comment: 'x' });
  });

  it('reduces a body to what a client sends, the same in every language', () => {
    const sent = (place: string) => ({
      goods: [{ description: 'WINE', extra: 1 }],
      place: { code: 'DIL', description: place },
      extra: 1,
      name: ' ana ',
      version: 2,
    });
    expect(JSON.stringify(clientFields(Body, sent('Dili airport'), ['version']))).toBe(
      JSON.stringify({ version: 2, name: ' ana ', place: { code: 'DIL' }, goods: [{ description: 'WINE' }] }),
    );
    expect(clientFields(Body, sent('Aeroporto de Díli'))).toEqual(clientFields(Body, sent('Dili airport')));
    expect(clientFields(Body, { place: null, goods: 'none' })).toEqual({ place: null, goods: 'none' });
  });

  it('uses the message of the specification and the language of the reader', () => {
    expect(validateContract(Body, { ...good, place: {} }).errors[0]?.message).toBe('Please Select Entry Point');
    expect(validateContract(Body, { ...good, name: '' }, 'pt').errors[0]?.message).toBe('Indique nome');
  });

  it('reports questions answered by neither or both', () => {
    expect(questionErrors([{ accepted: true }, {}, { rank: 9, accepted: true, declined: true }]).map((e) => [e.code, e.field, e.message.en])).toEqual([
      ['QUESTION_UNANSWERED', 'questions.1', 'Please answer question 2'],
      ['QUESTION_BOTH', 'questions.2', 'Please answer only yes or no but not both question 9'],
    ]);
  });

  it('says what is wrong in one language, never in both', () => {
    class Asked {
      @Text({ label: L('Name', 'Nome'), required: true }) name?: string;
      @YesNo({ label: L('Do you smoke?', 'Fuma?'), required: true }) smokes?: string;
      @MustBeYes({ label: L('I have read it', 'Li'), required: true }) read?: string;
      @ListOf(() => Row, { label: L('Goods', 'Bens'), min: 1, required: true }) goods?: Row[];
    }
    Rules<Asked>(
      requireWhen(() => true, 'smokes', 'read', { field: 'other', message: L('Other', 'Outro') }),
      () => [ruleFault('CHOICE', 'both', L('Yes', 'Sim')), ruleFault('CHOICE', 'literal', 'No Records Found')],
    )(Asked);
    const messages = (language: 'en' | 'pt') => Object.fromEntries(validateContract(Asked, {}, language).errors.map((e) => [e.field, e.message]));
    expect(messages('en')).toEqual({
      name: 'Enter name',
      smokes: 'Answer the question: Do you smoke?',
      read: 'Confirm: I have read it',
      goods: 'Enter goods',
      other: 'Other',
      both: 'Yes',
      literal: 'No Records Found',
    });
    expect(messages('pt')).toEqual({
      name: 'Indique nome',
      smokes: 'Responda à pergunta: Fuma?',
      read: 'Confirme: Li',
      goods: 'Indique bens',
      other: 'Outro',
      both: 'Sim',
      literal: 'No Records Found',
    });
  });

  it('makes errors of broken rules in the language of the reader, and leaves errors as they are', () => {
    const faults = [ruleFault('DATE', 'a', L('Too early', 'Cedo demais')), { code: 'CHOICE', field: 'b', message: 'Said already' }];
    expect(inLanguage(faults, 'pt')).toEqual([
      { code: 'DATE', field: 'a', message: 'Cedo demais' },
      { code: 'CHOICE', field: 'b', message: 'Said already' },
    ]);
  });

  it('finds every value of a wrong type, with the error of its field, and drops it', () => {
    const wrong = { name: 7, place: { code: ['DIL'] }, money: {}, amount: 'many', phone: true, birthDate: [], insured: 'maybe', goods: [{ quantity: [1] }, 7] };
    expect(typeFaults(Body, wrong).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'name TEXT',
      'place.code TEXT',
      'money CHOICE',
      'amount INTEGER',
      'phone INTEGER',
      'birthDate DATE',
      'insured CHOICE',
      'goods.0.quantity INTEGER',
      'goods.1 CHOICE',
    ]);
    expect(typeFaults(Body, { ...good, place: 'x', goods: {} }).map(({ field, message }) => `${field}: ${message.en}`)).toEqual([
      'place: This must be an object',
      'goods: This must be a list',
    ]);
    const body = sanitise(Body, { ...wrong, declared: 'NO' });
    dropWrongTypes(Body, body);
    expect(body).toEqual({ place: {}, goods: [{}], declared: 'NO' });
    expect(typeFaults(Body, { ...good, amount: '7', phone: 670, insured: 'true', birthDate: 'soon', declared: null })).toEqual([]);
  });

  it('names a day as people write it, not in the form that programs exchange', () => {
    const { errors } = validateContract(Body, { ...good, expiryDate: 'soon', birthDate: 'then' });
    expect(errors.map((e) => e.message)).toEqual([
      'Expiry must be a real date, such as 27 3 2026',
      'birthDate must be a real date in the past, such as 27 3 1980',
    ]);
  });

  it('keeps abbreviations in capitals where a label stands inside a sentence', () => {
    expect(requiredMessage(L('ID number', 'BI'))).toMatchObject({ en: 'Enter ID number', pt: 'Indique BI' });
  });

  it.each([
    [
      'rows that say the same under one id are one row',
      [
        { id: 'a', quantity: 1 },
        { id: 'a', quantity: '1' },
      ],
      1,
      [],
    ],
    ['rows without an id are all kept', [{ quantity: 1 }, { quantity: 1 }], 2, []],
    ['rows with one id that say different things are refused at the second', [{ id: 'a' }, { id: 'b' }, { id: 'a', quantity: 1 }], 3, ['goods.2 CHOICE']],
    [
      'each contradicting row is named',
      [{ id: 'a' }, { id: 'a', quantity: 1 }, { id: 'a' }, { id: 'a', quantity: 2 }],
      3,
      ['goods.1 CHOICE', 'goods.2 CHOICE'],
    ],
  ])('of a list: %s', (_rule, rows, kept, expected) => {
    const { value, errors } = validateContract(Body, { ...good, goods: rows.map((row) => ({ ...row, description: 'x' })) });
    expect(value.goods).toHaveLength(kept);
    expect(errors.map((e) => `${e.field} ${e.code}`)).toEqual(expected);
  });

  it('takes any JSON without throwing and never keeps an unknown key', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const value = sanitise(Body, { ...(a as object), goods: b, place: a });
        expect(
          Object.keys(value).filter(
            (k) => !['name', 'place', 'money', 'amount', 'phone', 'expiryDate', 'birthDate', 'insured', 'declared', 'goods'].includes(k),
          ),
        ).toEqual([]);
        validateContract(Body, { ...(a as object), goods: b, place: a });
      }),
    );
  });
});
