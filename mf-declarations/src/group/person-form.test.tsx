import { KitProviders } from '@portal/web-kit';
import type { Draft } from '@portal/web-kit/forms';
import { StaticRouter } from '@portal/web-kit/prerender';
import { Children, type FormEvent, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivalGroup } from '../arrival/group-parts.tsx';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { type Doubts, DoubtsPanel } from '../shared/doubts.tsx';
import type { Companion } from './group-values.ts';
import { PersonForm } from './person-form.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  useContractErrors: () => ({ errors: [], check: () => true, fromProblem: () => undefined }),
}));

type Element = ReactElement<Record<string, unknown> & { children?: ReactNode }>;
const elementsIn = (node: ReactNode): Element[] =>
  Children.toArray(node).flatMap((child) => (isValidElement(child) ? [child as Element, ...elementsIn((child as Element).props.children)] : []));

const sets = { questions: [{ id: 'Q1', rank: 1, description: 'Money?', about: 'MONEY' }] } as unknown as QuestionSets;
const person = { birthDate: '1988-03-09', hasMerchandise: 'NO', currencyStatus: 'NO', questions: [{ id: 'Q1', rank: 1, answer: 'YES' }] };
const focus = jest.fn();
const run = jest.fn();
// There is no browser. The box of the doubts stands for the page.
const box = { scrollIntoView: () => undefined, focus };

beforeEach(() => {
  jest.clearAllMocks();
  Object.assign(globalThis, { document: { getElementById: () => box } });
});
afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

/** Draws the page of a person and presses its button. @returns the doubts that it shows; undefined if it shows none */
function press(start: Companion, { sends = true, times = 1 } = {}): string[] | undefined {
  let shown: Doubts | undefined;
  let isPressed = false;
  function Box() {
    const page = PersonForm({
      kind: arrivalGroup,
      first: { typeDetails: { code: 'VIS', foreigner: true } },
      start,
      adults: [{ place: 3, name: 'ANA' }],
      sets,
      draft: {} as Draft,
      title: 'Add a person',
      caption: 'GRP-2026-0000001',
      back: '/',
      onChange: () => undefined,
      actions: [{ label: 'Register this person', run }],
      sends,
    });
    const elements = elementsIn(page);
    shown = elements.find(({ type }) => type === DoubtsPanel)?.props.of as Doubts | undefined;
    const form = elements.find(({ type }) => type === 'form')?.props as { onSubmit(event: FormEvent): void };
    if (!isPressed) for (let i = 0; i < times; i++) form.onSubmit({ preventDefault: () => undefined } as FormEvent);
    isPressed = true;
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/eservice/traveller/declaration/group/g/add">
        <Box />
      </StaticRouter>
    </KitProviders>,
  );
  return shown?.find().map(({ id, fields }) => [id, ...fields].join(' '));
}

describe('a person who is added to a registered group', () => {
  it('is asked about answers that contradict one another before the person is registered', () => {
    expect(press(person)).toEqual(['money-asked questions.0 currencyStatus']);
    expect([focus.mock.calls.length, run.mock.calls.length]).toEqual([1, 0]);
  });

  it('is registered by the second press', () => {
    press(person, { times: 2 });
    expect([focus.mock.calls.length, run.mock.calls.length]).toEqual([1, 1]);
  });

  it('is registered at once if nothing contradicts', () => {
    expect(press({ ...person, currencyStatus: '', questions: [{ id: 'Q1', rank: 1, answer: 'NO' }] })).toEqual([]);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is not asked about what an adult answers for a child', () => {
    expect(press({ ...person, birthDate: `${new Date().getUTCFullYear() - 4}-01-01`, answeredBy: '3' })).toEqual([]);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

it('a person of a new group is asked when the whole form is sent', () => {
  expect(press(person, { sends: false })).toBeUndefined();
  expect([focus.mock.calls.length, run.mock.calls.length]).toEqual([0, 1]);
});
