import { renderToStaticMarkup } from 'react-dom/server';
import { NotificationBanner, SimpleTable } from './content.tsx';

interface Effect {
  run(): void;
  on: readonly unknown[];
}
const mockEffects: Effect[] = [];
const mockFocus = jest.fn();
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useEffect: (run: () => void, on: readonly unknown[]) => void mockEffects.push({ run, on }),
  useRef: () => ({ current: { focus: mockFocus } }),
}));
jest.mock('../language/i18n.ts', () => ({ useKitText: () => (key: string) => key, useText: () => (key: string) => key }));

/** Draws a banner. @returns the effect that gives it the focus */
function draw(focus?: boolean | object): Effect {
  mockEffects.length = 0;
  renderToStaticMarkup(
    <NotificationBanner tone="success" focus={focus}>
      Done
    </NotificationBanner>,
  );
  return mockEffects[0] as Effect;
}

describe('a banner takes the focus', () => {
  it('after a dialog has given it back, which only an effect does, and only if it is asked to', () => {
    draw().run();
    expect(mockFocus).not.toHaveBeenCalled();
    draw(true).run();
    expect(mockFocus).toHaveBeenCalledTimes(1);
  });

  it('once for each decision', () => {
    const [one, next] = [{ done: 'retry' }, { done: 'retry' }];
    expect(draw(one).on.every((each, i) => Object.is(each, draw(one).on[i]))).toBe(true);
    expect(draw(one).on.every((each, i) => Object.is(each, draw(next).on[i]))).toBe(false);
  });
});

it('a table whose rows are cards on a phone is so on officers’ pages too only if it is asked to', () => {
  const drawn = (cards?: boolean) =>
    renderToStaticMarkup(<SimpleTable caption="Faults" columns={[{ title: 'Value', render: (value: string) => value }]} rows={['QG60 0']} cards={cards} />);
  expect(drawn(true)).toContain('class="portal-table-region portal-table-region--cards"');
  expect(drawn(true)).toContain('<td data-title="Value" class="govuk-table__cell">QG60 0</td>');
  expect(drawn()).toContain('class="portal-table-region"');
});
