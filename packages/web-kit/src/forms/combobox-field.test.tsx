import type { CatalogueRecord } from '@portal/contract-kit';
import type { UseComboboxProps } from 'downshift';
import { Children, type ComponentProps, isValidElement, type ReactNode } from 'react';
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

/** Renders the field once, as a form with this value has it. What its input does can be read from the form. */
function field(stored: string, more: Partial<ChoiceProps> = {}) {
  const held: { form?: UseFormReturn; input?: ComponentProps<'input'> } = {};
  function Box() {
    const tree = ComboboxField({ name: 'nationalityCode', nameField: 'nationalityName', label: 'Nationality', records, ...more });
    held.input = inputIn(tree);
    return null;
  }
  function Page() {
    const form = useForm<FieldValues>({ defaultValues: { nationalityCode: stored, nationalityName: stored === 'PT' ? 'Portugal' : '' } });
    held.form = form;
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
  // On the server the form is never mounted, and would give only the values that it started with.
  form.control._state.mount = true;
  const event = (value: string, key = '') => ({ key, target: { value }, currentTarget: { value }, nativeEvent: {}, preventDefault: () => undefined }) as never;
  return {
    type: (text: string) => input.onChange?.(event(text)),
    leave: () => input.onBlur?.(event('')),
    press: (key: string) => input.onKeyDown?.(event('', key)),
    values: () => form.getValues(['nationalityCode', 'nationalityName']),
  };
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
});
