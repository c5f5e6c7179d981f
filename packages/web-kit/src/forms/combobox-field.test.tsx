import type { CatalogueRecord } from '@portal/contract-kit';
import type { UseComboboxProps } from 'downshift';
import { Children, type ComponentProps, isValidElement, type ReactNode, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { KitProviders } from '../area/area-root.tsx';
import type { ChoiceProps } from './choice-fields.tsx';
import { ComboboxField } from './combobox-field.tsx';
import { FormProvider } from './form-provider.tsx';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

// The list is open, with this item highlighted. Its state never changes, because the field is rendered once.
let mockHighlighted: number | undefined;
const mockClosed = jest.fn();
jest.mock('downshift', () => {
  const { useCombobox } = jest.requireActual<typeof import('downshift')>('downshift');
  const useOpenCombobox = (options: UseComboboxProps<CatalogueRecord>) => {
    const open = mockHighlighted === undefined ? {} : { initialIsOpen: true, initialHighlightedIndex: mockHighlighted };
    return { ...useCombobox({ ...options, ...open }), closeMenu: mockClosed };
  };
  return { useCombobox: Object.assign(useOpenCombobox, useCombobox) };
});

const records: CatalogueRecord[] = [
  { code: 'ES', name: 'Spain', names: { pt: 'Espanha' } },
  { code: 'PT', name: 'Portugal' },
];

/** Returns the properties of the first input in an element's tree. */
function inputIn(node: ReactNode): ComponentProps<'input'> | undefined {
  for (const child of Children.toArray(node)) {
    if (!isValidElement<{ children?: ReactNode }>(child)) continue;
    const found = child.type === 'input' ? child.props : inputIn(child.props.children);
    if (found) return found;
  }
  return undefined;
}

const event = (value: string, key = '') => ({ key, target: { value }, currentTarget: { value }, nativeEvent: {}, preventDefault: () => undefined }) as never;
const actions = (input?: ComponentProps<'input'>) => ({
  type: (text: string) => input?.onChange?.(event(text)),
  leave: () => input?.onBlur?.(event('')),
  press: (key: string) => input?.onKeyDown?.(event('', key)),
});

/**
 * Renders the field once, as a form with this value has it. What its input does can be read from the form.
 * @param loading what is done before the records are there; `later` are the records
 */
function field(stored: string, more: Partial<ChoiceProps> = {}, loading?: (input: ReturnType<typeof actions>) => void, later?: CatalogueRecord[]) {
  const held: { form?: UseFormReturn; input?: ComponentProps<'input'> } = {};
  function Box() {
    const [known, setKnown] = useState(more);
    const tree = ComboboxField({ name: 'nationalityCode', nameField: 'nationalityName', label: 'Nationality', records, ...known });
    held.input = inputIn(tree);
    if (loading && known === more) {
      loading(actions(held.input));
      setKnown({ ...more, records: later });
    }
    return null;
  }
  function Page() {
    const form = useForm<FieldValues>({ defaultValues: { nationalityCode: stored, nationalityName: stored === 'PT' ? 'Portugal' : '' } });
    held.form = form;
    // On the server the form is never mounted, and would give only the values that it started with.
    form.control._state.mount = true;
    return (
      <FormProvider {...form}>
        <Box />
      </FormProvider>
    );
  }
  renderToStaticMarkup(
    <KitProviders name="shell">
      <Page />
    </KitProviders>,
  );
  const { input, form } = held as Required<typeof held>;
  return { ...actions(input), values: () => form.getValues(['nationalityCode', 'nationalityName']) };
}

describe('what is typed in a list field', () => {
  it.each([
    ['spain', '', ['ES', 'Spain']],
    ['es', 'PT', ['ES', 'Spain']],
    ['', 'PT', ['', '']],
    ['Portugal', 'PT', ['PT', 'Portugal']],
    ['  Atlantis ', '', ['?Atlantis', '']],
    ['Atlantis', 'PT', ['?Atlantis', '']],
  ])('is stored when the field is left: %j in place of %j', (text, stored, wanted) => {
    const { type, leave, values } = field(stored);
    type(text);
    expect(values()[0]).toBe(stored);
    leave();
    expect(values()).toEqual(wanted);
  });

  it('is stored before Enter sends the form', () => {
    const { type, press, values } = field('PT');
    type('Spain');
    press('a');
    expect(values()).toEqual(['PT', 'Portugal']);
    press('Enter');
    expect(values()).toEqual(['ES', 'Spain']);
  });

  it('is no answer if Tab chooses the highlighted record, and the list that closes chooses no other', () => {
    mockHighlighted = 1;
    const { type, press, leave, values } = field('ES');
    mockHighlighted = undefined;
    type('P');
    press('Tab');
    expect(mockClosed).toHaveBeenCalledTimes(1);
    leave();
    expect(values()).toEqual(['PT', 'Portugal']);
  });

  it('is no code until the records of its list are there', () => {
    const { type, leave, values } = field('PT', { records: undefined, catalogue: 'countries' });
    type('Spain');
    leave();
    expect(values()).toEqual(['?Spain', '']);
  });

  it('is an answer where any text is one', () => {
    const { type, leave, values } = field('', { freeText: true });
    type('? ab 12');
    leave();
    expect(values()).toEqual(['? AB 12', '']);
  });

  describe('before the records are there, where any text is an answer,', () => {
    const onPick = jest.fn();
    const unknown = { freeText: true, records: undefined, catalogue: 'flights', onPick };
    const flights = [{ code: 'TP200', name: 'Lisbon' }];
    const picked = () => onPick.mock.calls.map(([record]) => record?.code);
    beforeEach(() => onPick.mockClear());

    it.each([
      ['Enter', ({ press }: ReturnType<typeof field>) => press('Enter')],
      ['leaving the field', ({ leave }: ReturnType<typeof field>) => leave()],
    ])('is stored by %s', (_what, act) => {
      const flight = field('TP100', unknown);
      flight.type('tp200');
      act(flight);
      expect(flight.values()).toEqual(['TP200', '']);
      expect(picked()).toEqual([undefined]);
    });

    it.each([
      ['TP200', ['TP200', 'Lisbon'], [undefined, 'TP200']],
      ['lisbon', ['TP200', 'Lisbon'], [undefined, 'TP200']],
      ['TP300', ['TP300', ''], [undefined]],
      ['', ['', ''], [undefined]],
    ])('is looked up once they are: %j', (text, wanted, picks) => {
      const enter = ({ type, press }: ReturnType<typeof actions>) => {
        type(text);
        press('Enter');
      };
      const { leave, values } = field('TP100', unknown, enter, flights);
      leave();
      leave();
      expect(values()).toEqual(wanted);
      expect(picked()).toEqual(picks);
    });
  });
});
