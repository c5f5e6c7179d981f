import { Button, ConfirmDialog, KitProviders } from '@portal/web-kit';
import { type FieldValues, useForm } from '@portal/web-kit/forms';
import { StaticRouter } from '@portal/web-kit/prerender';
import { Children, type ComponentType, isValidElement, type ReactElement, type ReactNode, type RefObject } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivalGroup } from '../arrival/group-parts.tsx';
import { arrivals } from '../shared/declaration.api.ts';
import { Companions } from './companions.tsx';
import { GroupScreen } from './group.screen.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const mockGroup = {
  model: {
    version: 3,
    size: 2,
    serialReference: { reference: 'GRP-2026-0000001' },
    members: ['ANA', 'RUI'].map((name) => ({ id: name, name, documentStatus: 'CREATED' })),
  },
  actions: [{ name: 'leave', modes: ['view'] }],
};
let mockAnswer: Promise<object>;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useDocument: () => ({ data: mockGroup, refetch: async () => undefined }),
  actionFor: (_actions: object, name: string) => (name === 'leave' ? {} : undefined),
  performAction: () => mockAnswer,
  showAnswer: () => undefined,
}));
jest.mock('@portal/web-kit/forms', () => ({ ...jest.requireActual('@portal/web-kit/forms'), useKeptForJourney: () => undefined }));

type Element = ReactElement<{ children?: ReactNode; ref?: RefObject<unknown>; tabIndex?: number }>;

const elementsIn = (node: ReactNode): Element[] =>
  Children.toArray(node).flatMap((child) => (isValidElement(child) ? [child as Element, ...elementsIn((child as Element).props.children)] : []));

/** Renders a component once. @param look looks at its elements each time that React calls it */
function render(call: () => ReactNode, look: (elements: Element[]) => void): void {
  function Box() {
    look(elementsIn(call()));
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/eservice/traveller/declaration/group/g">
        <Box />
      </StaticRouter>
    </KitProviders>,
  );
}

const propsOf = <Props,>(elements: Element[], of: ComponentType<Props>): Props | undefined =>
  elements.find(({ type }) => type === of)?.props as Props | undefined;

/** Presses the button that confirms, if the question is asked. @returns whether it is asked */
function confirm(elements: Element[]): boolean {
  const question = propsOf(elements, ConfirmDialog);
  if (question?.open) question.onConfirm();
  return question?.open === true;
}

describe('the keyboard goes on', () => {
  it('at the heading of the group after a person was taken out, whose row had the focus', async () => {
    const focus = jest.fn();
    let answer: (envelope: object) => void = () => undefined;
    mockAnswer = new Promise((resolve) => {
      answer = resolve;
    });
    let isPressed = false;
    render(
      () => GroupScreen({ kind: arrivals }),
      (elements) => {
        const heading = elements.find(({ type }) => type === 'h2')?.props;
        if (heading?.ref && heading.tabIndex === -1) heading.ref.current = { focus };
        if (!isPressed) propsOf(elements, Button)?.onClick?.({} as never);
        isPressed = true;
        confirm(elements);
      },
    );
    expect(focus).not.toHaveBeenCalled();
    answer({});
    await new Promise((later) => setImmediate(later));
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('at the list of persons after one was removed, once the question is closed', () => {
    jest.useFakeTimers();
    const focus = jest.fn();
    let isAsked: boolean | undefined;
    render(
      () => {
        const form = useForm<FieldValues>({ defaultValues: { travellers: [{ firstName: 'RUI' }] } });
        return Companions({ kind: arrivalGroup, form, errors: [], open: () => undefined, returned: false });
      },
      (elements) => {
        const box = elements.find(({ props }) => props.ref)?.props;
        if (box?.ref) box.ref.current = { focus };
        const row = elements.find(({ props }) => 'ask' in props)?.props as unknown as { each: object; ask(each: object): void };
        if (isAsked === undefined) row.ask(row.each);
        isAsked = confirm(elements);
      },
    );
    expect([isAsked, focus.mock.calls.length]).toEqual([false, 0]);
    jest.runAllTimers();
    expect(focus).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
