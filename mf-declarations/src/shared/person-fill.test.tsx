import type { UseFormReturn } from '@portal/web-kit/forms';
import { isValidElement, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isOtherPerson, usePersonFill } from './person-fill.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));
// Without a browser React runs no effects. Here each runs at once.
jest.mock('react', () => ({ ...jest.requireActual('react'), useEffect: (run: () => void) => run() }));

const mother = { travellerCode: 'C 123-456', birthDate: '1985-04-02', firstName: 'MARIA', lastName: 'DA SILVA' };

describe('a form holds another person', () => {
  it.each([
    ['number', { travellerCode: 'C123457' }],
    ['date of birth, also on the same passport', { birthDate: '2020-01-01' }],
    ['first name', { firstName: 'RITA' }],
    ['last name', { lastName: 'COSTA' }],
  ])('if it has another %s', (_what, other) => expect(isOtherPerson({ ...mother, ...other }, mother)).toBe(true));

  it.each([
    ['is blank', { travellerCode: '', birthDate: '', firstName: undefined, emailAddress: 'rita@example.org' }],
    ['has the same person, written differently', { travellerCode: 'c123456', firstName: 'Mária', lastName: 'da Silva' }],
  ])('not if it %s', (_what, values) => expect(isOtherPerson(values, mother)).toBe(false));
});

/** Fills in the form of a child from the mother's details. @returns what was done, in order */
async function done(values: object, answer: 'onConfirm' | 'onClose'): Promise<string[]> {
  const steps: string[] = [];
  let filled: Promise<boolean> | undefined;
  const form = { getValues: () => values } as unknown as UseFormReturn;
  function Form() {
    const { fill, question } = usePersonFill(form, true, () => void steps.push('empty'));
    filled ??= fill(mother, () => void steps.push('fill in'));
    if (isValidElement<Record<typeof answer, () => void>>(question)) {
      steps.push('ask');
      question.props[answer]();
    }
    return null;
  }
  renderToStaticMarkup(<Form />);
  steps.push((await filled) ? 'filled in' : 'as before');
  return steps;
}

describe('the details of a person', () => {
  const child = { ...mother, birthDate: '2020-01-01' };

  it('fill in the blank fields of the same person without a question', async () =>
    expect(await done({ ...mother, travellerCode: '' }, 'onConfirm')).toEqual(['fill in', 'filled in']));

  it('replace another person as a whole, and only if the reader agrees', async () => {
    expect(await done(child, 'onConfirm')).toEqual(['ask', 'empty', 'fill in', 'filled in']);
    expect(await done(child, 'onClose')).toEqual(['ask', 'as before']);
  });

  it.each([
    ['the same person', mother, ['draft', 'fill in']],
    ['another person, about whom the reader is asked', child, ['draft']],
  ])('wait until the draft is read, which holds %s', async (_whom, draft, expected) => {
    const steps: string[] = [];
    let values: object = {};
    const form = { getValues: () => values } as unknown as UseFormReturn;
    function Form() {
      const [ready, setReady] = useState(false);
      const { fill } = usePersonFill(form, ready, () => undefined);
      if (!ready) {
        void fill(mother, () => void steps.push('fill in'));
        values = draft;
        steps.push('draft');
        setReady(true);
      }
      return null;
    }
    renderToStaticMarkup(<Form />);
    await new Promise(setImmediate);
    expect(steps).toEqual(expected);
  });
});
