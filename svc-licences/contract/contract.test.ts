import { draftErrors, errorsOf, fieldAt, fieldsOf, sanitise, validateContract } from '@portal/contract-kit';
import {
  changeableFields,
  finderFields,
  LicenceRecommendation,
  LicenceValidity,
  licenceModes,
  licenceStandingOf,
  ProfessionalLicence,
  photoEditable,
  requirementsConfirmable,
  requirementsEditable,
  verificationErrors,
} from './index.ts';

const application = {
  agencyCode: 'MOH',
  documentCode: 'MED',
  subDocumentCode: 'BSC',
  documentType: 'IBN',
  birthDate: '1980-02-29',
  holderCode: 'bi 123',
  indentityCode: 'BI',
  holderName: 'maria da silva',
  holderMobile: '+670 7700 0001',
  gender: 'F',
  nationalityCode: 'TL',
};
const codes = (errors: readonly { code: string; field: string }[]): string[] => errors.map((e) => `${e.field} ${e.code}`);
const errorsIn = (body: object) => validateContract(ProfessionalLicence, body).errors;
const refused = (change: object): string[] => codes(errorsIn({ ...application, ...change }));

describe('the application', () => {
  it('requires exactly the fields of the specification', () => {
    expect(errorsIn(application)).toEqual([]);
    expect(codes(errorsIn({})).sort()).toEqual(
      [
        'agencyCode',
        'documentCode',
        'subDocumentCode',
        'documentType',
        'birthDate',
        'holderCode',
        'indentityCode',
        'holderName',
        'holderMobile',
        'gender',
        'nationalityCode',
      ]
        .map((f) => `${f} REQUIRED`)
        .sort(),
    );
  });

  it.each(Object.keys(application))('refuses a submission without %s', (field) => expect(refused({ [field]: '' })).toEqual([`${field} REQUIRED`]));

  it.each<[object, string[]]>([
    [{ holderName: 'x'.repeat(71) }, ['holderName MAX_LENGTH']],
    [{ holderName: 12 }, ['holderName TEXT']],
    [{ holderCode: 'x'.repeat(71) }, ['holderCode MAX_LENGTH']],
    [{ birthDate: '2999-01-01' }, ['birthDate DATE']],
    [{ birthDate: '1981-02-29' }, ['birthDate DATE']],
    [{ holderMobile: 'call me' }, ['holderMobile INTEGER']],
    [{ holderPhone: '7'.repeat(21) }, ['holderPhone MAX_LENGTH']],
    [{ holderEmail: 'nobody' }, ['holderEmail TEXT']],
    [{ graduationDate: '1979-01-01' }, ['graduationDate DATE']],
    [{ graduationDate: '2999-01-01' }, ['graduationDate DATE']],
    [{ birthDate: '31/12/1980', graduationDate: '2001-02-03' }, ['birthDate DATE']],
    [{ expiryDate: '2026-13-01' }, ['expiryDate DATE']],
    [{ workPlace: 'x'.repeat(71) }, ['workPlace MAX_LENGTH']],
    [{ institutionFaculty: ['no'] }, ['institutionFaculty TEXT']],
    [{ requirements: [{ accept: true, decline: true }] }, ['requirements.0 CHOICE']],
    [{ requirements: [{ accept: 'perhaps' }] }, ['requirements.0.accept CHOICE']],
    [{ medias: [{ name: 'degree.pdf' }] }, ['medias.0.uid REQUIRED']],
    [{ directors: [{ name: 'x'.repeat(71) }] }, ['directors.0.name MAX_LENGTH']],
    [{ holderName: '', gender: '', birthDate: 'x' }, ['holderName REQUIRED', 'gender REQUIRED', 'birthDate DATE']],
  ])('refuses %j with %j', (change, expected) => expect(refused(change)).toEqual(expected));

  it('upper-cases names and codes, keeps digits of telephones, drops what it does not know', () => {
    const { value } = validateContract(ProfessionalLicence, {
      ...application,
      institutionName: 'untl',
      holderEmail: 'Maria@Example.com',
      fees: [{ amount: 0 }],
      documentStatus: 'APPROVED',
      documentName: 'Mine',
      totalFee: 0,
    });
    expect(value).toMatchObject({
      holderName: 'MARIA DA SILVA',
      holderCode: 'BI 123',
      holderMobile: '67077000001',
      institutionName: 'UNTL',
      holderEmail: 'Maria@Example.com',
    });
    for (const field of ['fees', 'documentStatus', 'documentName', 'totalFee']) expect((value as unknown as Record<string, unknown>)[field]).toBeUndefined();
  });

  it('has every field that is published, in both languages', () => {
    const published =
      'agencyCode documentCode documentName subDocumentCode subDocumentName documentBinder documentType previousReference expiryDate holderName gender birthDate holderCode nationalityCode nationalityName districtName subdistrictName villageName indentityCode indentityName holderMobile holderPhone holderEmail workDistrictCode workDistrictName workSubdistrictName workVillageName workProfessionalCategory workSpecialisation workOtherCategory workInstitution workPlace workDepartment workServiceUnit institutionName institutionCityName institutionNationalityCode institutionNationalityName institutionFaculty institutionProgram graduationDate requirements fees bankAccount bankCode bankName medias photoInstance action directors beginDate endDate'.split(
        ' ',
      );
    expect(published.filter((f) => !fieldAt(ProfessionalLicence, f))).toEqual([]);
    for (const f of fieldsOf(ProfessionalLicence).filter((m) => !m.serverSet && m.name !== 'action'))
      expect([f.name, f.label?.en, f.label?.pt]).toEqual([f.name, expect.any(String), expect.any(String)]);
  });
});

describe('a draft', () => {
  it('may leave any field empty', () => expect(draftErrors(ProfessionalLicence, sanitise(ProfessionalLicence, {}))).toEqual([]));
  it('is still checked for types and lengths', () =>
    expect(codes(draftErrors(ProfessionalLicence, sanitise(ProfessionalLicence, { holderName: 'x'.repeat(71), birthDate: 'soon' })))).toEqual([
      'holderName MAX_LENGTH',
      'birthDate DATE',
    ]));
});

describe('decisions', () => {
  it('verification needs the bank account and every requirement confirmed', () => {
    expect(codes(verificationErrors({ requirements: [{ description: 'Degree' }, { confirmed: true }] }))).toEqual([
      'bankCode REQUIRED',
      'requirements.0.confirmed REQUIRED',
    ]);
    expect(verificationErrors({ bankCode: 'BNU', requirements: [{ confirmed: true }] })).toEqual([]);
  });

  it.each([
    [{}, ['decision REQUIRED']],
    [{ decision: 'PERHAPS' }, ['decision CHOICE']],
    [{ decision: 'RECOMMEND' }, []],
    [{ decision: 'RETURN' }, []],
    [{ action: { decision: 'RECOMMEND', details: 'Well qualified' } }, []],
  ])('recommendation %j gives %j', (body, expected) => expect(codes(validateContract(LicenceRecommendation, body).errors)).toEqual(expected));

  it.each([
    [{}, []],
    [{ beginDate: '2026-01-01', endDate: '2025-12-31' }, ['endDate DATE']],
    [{ beginDate: '2026-01-01', endDate: '2026-01-01' }, []],
    [{ beginDate: 'now' }, ['beginDate DATE']],
  ])('validity %j gives %j', (body, expected) => expect(codes(errorsOf(LicenceValidity, sanitise(LicenceValidity, body)))).toEqual(expected));
});

describe('the modes', () => {
  it('lets only the named modes change the photo and the requirements', () => {
    expect(licenceModes.filter(photoEditable)).toEqual(['register', 'new', 'edit', 'amendment', 'adjustment']);
    expect(licenceModes.filter(requirementsEditable)).toEqual(['register', 'new', 'submission', 'edit', 'amendment', 'renewal']);
    expect(licenceModes.filter(requirementsConfirmable)).toEqual(['verification']);
    expect(changeableFields.modification).not.toContain('photoInstance');
    expect(changeableFields.adjustment).toContain('photoInstance');
  });
});

describe('the standing of a licence', () => {
  const issued = { documentStatus: 'APPROVED', beginDate: '2026-01-01', endDate: '2026-12-31' };
  it.each([
    [issued, '2026-06-01', 'VALID'],
    [issued, '2026-12-31', 'VALID'],
    [issued, '2027-01-01', 'EXPIRED'],
    [issued, '2025-12-31', 'NOT_YET_VALID'],
    [{ ...issued, documentStatus: 'SUSPENDED' }, '2026-06-01', 'SUSPENDED'],
    [{ documentStatus: 'APPROVED' }, '2026-06-01', 'NOT_ISSUED'],
    [{ documentStatus: 'REJECTED' }, '2026-06-01', 'REFUSED'],
    [{ documentStatus: 'WITHDRAWN' }, '2026-06-01', 'WITHDRAWN'],
    [{ documentStatus: 'QUERIED' }, '2026-06-01', 'IN_PROCESS'],
  ])('%j on %s is %s', (licence, today, code) => expect(licenceStandingOf(licence, today).code).toBe(code));
});

it('the finder has the published fields, columns and messages', () =>
  expect(finderFields.map((f) => f.message.en)).toEqual([
    'Please enter Full Name',
    'Please enter Birth Date',
    'Please select Indentity Type',
    'Please Enter Holder Code',
  ]));
