import type { FieldError } from '@portal/contract-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiProblem, networkProblem } from '../api/problem.ts';
import { fieldId, normalisePath } from '../components/page-error.ts';
import { belongsTo, type ContractErrors, errorsOf, useContractErrors } from './use-contract-errors.ts';

const error = (field: string, code = 'REQUIRED'): FieldError => ({ field, code, message: `${code} at ${field}` });

describe('the errors of a step', () => {
  const errors = [error('goods.quantity'), error('flightDetails.code'), error('requirements[0].id'), error('originCode'), error('flightDetailsNote')];

  it('are those of its fields and of what stands under them, in the order of the screen', () => {
    expect(errorsOf(errors, ['originCode', 'flightDetails']).map(({ field }) => field)).toEqual(['originCode', 'flightDetails.code']);
    expect(errorsOf(errors, ['requirements.0.id']).map(({ field }) => field)).toEqual(['requirements[0].id']);
    expect(errorsOf(errors, ['requirements']).map(({ field }) => field)).toEqual(['requirements[0].id']);
    expect(errorsOf(errors, [])).toEqual([]);
  });

  it('are all of them without a list', () => {
    expect(errorsOf(errors, undefined)).toEqual(errors);
  });

  it('belong to a field by its whole name', () => {
    expect(belongsTo('flightDetails.code', 'flightDetails')).toBe(true);
    expect(belongsTo('flightDetailsNote', 'flightDetails')).toBe(false);
    expect(belongsTo('flightDetails', 'flightDetails.code')).toBe(false);
  });
});

it('a path is the same with brackets and with dots', () => {
  expect(normalisePath('requirements[0].documents[12].id')).toBe('requirements.0.documents.12.id');
  expect(normalisePath('[0].id')).toBe('0.id');
  expect(fieldId('requirements[0].id')).toBe(fieldId('requirements.0.id'));
  expect(fieldId('flightDetails.code')).toBe('field-flightDetails-code');
});

describe('the errors of a form', () => {
  interface Values {
    passport: string;
    flightDetails: { code: string };
    requirements: { id: string }[];
  }
  const broken = [error('passport'), error('flightDetails.code', 'CHOICE'), error('requirements[0].id', 'QUESTION_BOTH'), error('passport', 'MAX_LENGTH')];

  /** Runs the hooks once, as a page uses them. Their effect on the form can be read from the form. */
  function page(check: () => FieldError[] = () => broken) {
    const held: { form?: UseFormReturn<Values>; contract?: ContractErrors } = {};
    const set: [string, string | undefined][] = [];
    function Page() {
      const form = useForm<Values>({ defaultValues: { passport: '', flightDetails: { code: '' }, requirements: [{ id: '' }] } });
      const seen = { ...form, setError: (name: string, { type }: { type?: string }) => set.push([name, type]), clearErrors: () => set.splice(0) };
      held.contract = useContractErrors(seen as unknown as UseFormReturn<Values>, check);
      return null;
    }
    renderToStaticMarkup(<Page />);
    return { contract: held.contract as ContractErrors, set };
  }

  it('stand at their fields, nested ones by their dotted path, the first of each', () => {
    const { contract, set } = page();
    expect(contract.check()).toBe(false);
    expect(set).toEqual([
      ['passport', 'REQUIRED'],
      ['flightDetails.code', 'CHOICE'],
      ['requirements.0.id', 'QUESTION_BOTH'],
    ]);
  });

  it('are only those of the step, with what the step itself adds', () => {
    const { contract, set } = page();
    expect(contract.check(['flightDetails'], [error('arrivalDate', 'DATE')])).toBe(false);
    expect(set).toEqual([
      ['flightDetails.code', 'CHOICE'],
      ['arrivalDate', 'DATE'],
    ]);
    expect(contract.check(['somethingElse'])).toBe(true);
    expect(set).toEqual([]);
    expect(contract.peek(['passport']).map(({ code }) => code)).toEqual(['REQUIRED', 'MAX_LENGTH']);
    expect(set).toEqual([]);
  });

  it('of the server stand there too; one without a field is a line alone', () => {
    const { contract, set } = page();
    const lines = contract.fromProblem(
      new ApiProblem({ status: 422, title: 'Unprocessable', errors: [error('requirements[0].id', 'MUST_BE_YES'), error('', 'MIN_ITEMS')] }),
    );
    expect(lines.map(({ field, code }) => [field, code])).toEqual([
      ['requirements.0.id', 'MUST_BE_YES'],
      [undefined, 'MIN_ITEMS'],
    ]);
    expect(lines.every(({ message }) => message.length > 0)).toBe(true);
    expect(set).toEqual([['requirements.0.id', 'MUST_BE_YES']]);
  });

  it('of a lost network touch no field', () => {
    const { contract, set } = page();
    contract.check();
    expect(contract.fromProblem(networkProblem())).toEqual([{ code: 'NETWORK', message: expect.any(String) }]);
    expect(set).toEqual([]);
  });
});
