import { errorsOf, fieldAt, validateContract } from '@portal/contract-kit';
import {
  authoriserShown,
  authorisersOf,
  goodsEditable,
  ModificationInput,
  OwnershipInput,
  PaymentCardForm,
  paymentShown,
  questionsEditable,
  requirementsConfirmable,
  requirementsEditable,
  scansDeletable,
  scansReplaceable,
  TripBody,
  type TripMode,
  tripModes,
  tripStatuses,
  tripStatusOf,
} from './index.ts';

const modesWhere = (test: (mode: TripMode) => boolean): string[] => tripModes.filter(test);

describe('the trip form', () => {
  it('shows and opens its sections by mode', () => {
    expect({
      questions: modesWhere(questionsEditable),
      goods: modesWhere(goodsEditable),
      requirements: modesWhere(requirementsEditable),
      confirming: modesWhere(requirementsConfirmable),
      'files deletable until the registration': modesWhere((m) => scansDeletable(m, {})),
      'files replaceable afterwards': modesWhere((m) => scansReplaceable(m, { serialReference: {} })),
      'files deletable afterwards': modesWhere((m) => scansDeletable(m, { serialReference: {} })),
    }).toEqual({
      questions: ['new', 'register', 'edit', 'submission', 'amendment'],
      goods: ['new', 'register', 'edit', 'modification'],
      requirements: ['new', 'register', 'edit', 'modification', 'submission', 'amendment'],
      confirming: ['verification'],
      // All modes except view, return-view, print, both validations, both confirmations, termination and approval.
      'files deletable until the registration': ['new', 'register', 'edit', 'verification', 'modification', 'submission', 'amendment', 'transfer-ownership'],
      'files replaceable afterwards': ['new', 'register', 'edit', 'verification', 'modification', 'submission', 'amendment', 'transfer-ownership'],
      'files deletable afterwards': [],
    });
  });

  it('shows the authoriser where the specification says so', () => {
    const shown = (mode: TripMode, documentStatus: string, movement: string, confirmation: boolean): boolean =>
      authoriserShown(mode, { documentStatus, documentDetails: { movement, confirmation } });
    expect([
      shown('verification', 'SUBMITTED', 'E', false),
      shown('verification', 'SUBMITTED', 'I', true),
      shown('approval', 'PAID FOR APPROVAL', 'I', true),
    ]).toEqual([true, false, true]);
    expect([
      shown('confirmation', 'VALIDATED FOR ENTRY', 'I', false),
      shown('confirmation', 'VALIDATED FOR EXIT', 'E', false),
      shown('view', 'SUBMITTED', 'E', false),
    ]).toEqual([true, false, false]);
    expect(tripStatuses.filter((s) => shown('modification', s, 'E', false))).toEqual(['VERIFIED FOR EXIT', 'PAID TO EXIT', 'CONFIRMED FOR ENTRY']);
  });

  it('shows payment details only in the approval of a paid exit', () => {
    const shown = (mode: TripMode, movement?: string): string[] =>
      tripStatuses.filter((documentStatus) => paymentShown(mode, { documentStatus, documentDetails: { movement } }));
    expect([shown('approval', 'E'), shown('approval', 'I'), shown('view', 'E')]).toEqual([['PAID FOR APPROVAL', 'APPROVED TO EXIT', 'PAID TO EXIT'], [], []]);
    // A trip whose document names no movement is an exit.
    expect(shown('approval')).toEqual(shown('approval', 'E'));
  });

  it('offers the authorisers of the document, or of the sub-document where the document requires it', () => {
    const of = (forceOnSubDocument: boolean) => authorisersOf({ documentDetails: { code: 'D', forceOnSubDocument }, subDocumentDetails: { code: 'S' } });
    expect([of(false), of(true)]).toEqual([
      { type: 1, documentCode: 'D', status: 1 },
      { type: 2, documentCode: 'S', status: 1 },
    ]);
  });

  it('drops fields that only the server sets', () => {
    const { value } = validateContract(TripBody, {
      documentDetails: { code: 'TIBE', movement: 'I', confirmation: true },
      authoriserDetails: { code: 'A' },
      fees: [{ code: 'F' }],
      requirements: [{ id: 'r', accepted: true, confirmed: true }],
    });
    expect(value.fees).toBeUndefined();
    expect(value.authoriserDetails).toBeUndefined();
    expect([value.documentDetails.movement, value.requirements?.[0]?.confirmed]).toEqual([undefined, undefined]);
  });

  it('requires the papers of an owner who drives in a transfer', () => {
    const codes = (body: object): string[] => validateContract(OwnershipInput, body).errors.map((e) => `${e.field} ${e.code}`);
    const owner = { ownerName: 'New Owner', ownerAddress: 'Baucau' };
    expect([codes(owner), codes({ ...owner, ownerDriver: false })]).toEqual([[], []]);
    expect(codes({ ...owner, ownerDriver: true, licenseNumber: 'L' })).toEqual([
      'identityNumber REQUIRED',
      'contactNumber REQUIRED',
      'foreignAddress REQUIRED',
    ]);
  });

  it('asks for the document in the words of the specification', () => {
    expect(fieldAt(TripBody, 'documentDetails.code')?.label?.en).toBe('Applying for?');
    expect(validateContract(TripBody, {}).errors[0]).toMatchObject({ field: 'documentDetails.code', message: 'Choose what you apply for' });
  });

  it.each(['vehicleNumber', 'tempVehicleNumber', 'chasisNumber', 'engineNumber', 'identityNumber', 'licenseNumber'])(
    'refuses letters in %s that look like others',
    (field) => {
      const [error] = validateContract(TripBody, { [field]: 'A\u200bB' }).errors.filter((e) => e.field === field);
      const [cyrillic] = validateContract(TripBody, { [field]: '\u0410123' }).errors.filter((e) => e.field === field);
      expect([error?.code, cyrillic?.code]).toEqual(['TEXT', 'TEXT']);
      expect(validateContract(TripBody, { [field]: 'ａ１２' }).value).toMatchObject({ [field]: 'A12' });
    },
  );

  it('has messages in the language of the reader', () => {
    const messageOf = (language: 'en' | 'pt'): string | undefined =>
      validateContract(TripBody, {}, language).errors.find((e) => e.field === 'vehicleNumber')?.message;
    expect([messageOf('en'), messageOf('pt')]).toEqual(['Enter vehicle number', 'Indique matrícula']);
    // A malformed date gives an error only at its own field.
    const wrong = validateContract(ModificationInput, { entryDate: '31/12/2026', expectedDate: '2026-05-01' });
    expect(wrong.errors.map(({ code, field }) => `${field} ${code}`)).toEqual(['entryDate DATE']);
    expect(errorsOf(ModificationInput, { entryDate: '2026-05-10', expectedDate: '2026-05-01' } as ModificationInput, 'pt')).toMatchObject([
      { code: 'DATE', field: 'expectedDate', message: expect.stringContaining('regresso') },
    ]);
  });
});

it('the payment card asks for three fields, two of them digits', () => {
  const codes = (card: object): string[] => validateContract(PaymentCardForm, card).errors.map((e) => `${e.field} ${e.code}`);
  expect(codes({})).toEqual(['cardNumber REQUIRED', 'securityCode REQUIRED', 'cardName REQUIRED']);
  expect(codes({ cardNumber: 'x', securityCode: '1234', cardName: 'A' })).toEqual(['cardNumber INTEGER', 'securityCode MAX_LENGTH']);
  expect(codes({ cardNumber: '4111 1111', securityCode: '123', cardName: 'A' })).toEqual([]);
});

describe('the validity of a trip', () => {
  const of = (documentStatus: string, movement = 'E', expectedDate?: string): string =>
    tripStatusOf({ documentStatus, documentDetails: { movement }, expectedDate }, '2026-05-10');
  it('is pending before the approval, valid until the end, invalid afterwards', () => {
    expect(tripStatuses.map((s) => of(s)).join('')).toBe('NNNNNYYYYYYYYXX');
    expect(tripStatuses.map((s) => of(s, 'I')).join('')).toBe('NNNNNYYYYYXYYXX');
  });
  it.each([
    ['2026-05-09', 'X'],
    ['2026-05-10', 'Y'],
    [undefined, 'Y'],
  ])('with an expected return on %s is %s', (expectedDate, valid) => expect(of('APPROVED TO EXIT', 'E', expectedDate)).toBe(valid));
});
