import { errorsIn } from './use-arrival-form.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const missing = (amended?: object): (string | undefined)[] =>
  errorsIn({ phoneNumber: '' } as never, 'en', amended)
    .filter(({ code }) => code === 'REQUIRED')
    .map(({ field }) => field);

it('the form of an amendment does not ask for a telephone number that was erased', () => {
  expect(missing({})).not.toContain('phoneNumber');
  expect(missing({})).toContain('lastName');
  expect(missing({ phoneNumber: '+670 7711 2233' })).toContain('phoneNumber');
});

it("the traveller's form asks for the telephone number again", () => expect(missing()).toContain('phoneNumber'));
