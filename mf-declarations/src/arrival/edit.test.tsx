import { ApiProblem, KitProviders } from '@portal/web-kit';
import type { Wizard } from '@portal/web-kit/forms';
import { StaticRouter } from '@portal/web-kit/prerender';
import type { StaleDialog } from '@portal/web-kit/staff';
import type { ComponentProps, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ArrivalValues } from './arrival.api.ts';
import { ArrivalEdit } from './edit.tsx';

type Props = ComponentProps<typeof Wizard<ArrivalValues>>;

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** The state of the page, which lasts from one drawing to the next. */
const mockState = { cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: (first: unknown) => {
    const cell = mockState.next++;
    if (!(cell in mockState.cells)) mockState.cells[cell] = typeof first === 'function' ? first() : first;
    return [mockState.cells[cell], (value: unknown) => (mockState.cells[cell] = value)];
  },
}));
let mockProblem: Error | undefined;
const mockDrawn: { wizard?: Props; stale?: ComponentProps<typeof StaleDialog>; changes: number } = { changes: 0 };
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  DocumentForm: () => null,
  useSubmission: () => ({ send: () => Promise.reject(mockProblem) }),
  useDraft: () => ({ ready: false }),
  Wizard: (props: Props) => {
    mockDrawn.wizard = props;
    return props.steps.at(-1)?.render({ goTo: () => undefined });
  },
}));
jest.mock('@portal/web-kit/staff', () => ({
  ...jest.requireActual('@portal/web-kit/staff'),
  Changes: () => {
    mockDrawn.changes += 1;
    return null;
  },
  StaleDialog: (props: ComponentProps<typeof StaleDialog>) => {
    mockDrawn.stale = props;
    return null;
  },
}));
jest.mock('./review.tsx', () => ({ ArrivalReview: () => null }));
jest.mock('../shared/terms.tsx', () => ({ Terms: () => null }));
jest.mock('../shared/reason-field.tsx', () => ({ ...jest.requireActual('../shared/reason-field.tsx'), ReasonField: () => null }));

const envelope = {
  model: { id: 'D1', version: 2, serialReference: { reference: 'ARR-2026-0000001' }, occupation: 'NURSE' },
  actions: [{ name: 'amendment', label: { en: 'Change', pt: 'Alterar' }, method: 'POST', url: '/v1/D1/actions/amendment', modes: ['amendment'] }],
};
const list = '/other/traveller/declaration?q=1';

/** Draws the form of a change step by step, with its last step. */
function draw(query: string) {
  Object.assign(mockState, { next: 0 });
  Object.assign(mockDrawn, { wizard: undefined, stale: undefined, changes: 0 });
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location={`/other/traveller/declaration/amendment/D1?${query}`}>
        <ArrivalEdit
          mode="amendment"
          envelope={envelope as never}
          wizard={undefined}
          sets={{ questions: [], declarations: [] } as never}
          reload={async () => undefined}
        />
      </StaticRouter>
    </KitProviders>,
  );
  return mockDrawn;
}

describe('the change of an arrival step by step', () => {
  beforeEach(() => {
    mockState.cells = [];
  });

  it('shows on the last step what has been changed', () => expect(draw('steps=yes').changes).toBe(1));

  it('says who has saved the declaration first', async () => {
    const { wizard } = draw('steps=yes');
    mockProblem = new ApiProblem({ status: 409, title: 'Conflict', errors: [{ code: 'STALE_VERSION', field: '', message: '' }] });
    await wizard?.onSubmit({} as never);
    expect(draw('steps=yes').stale?.problem).toBe(mockProblem);
  });

  it('leaves other refusals to the steps', async () => {
    const { wizard } = draw('steps=yes');
    mockProblem = new ApiProblem({ status: 422, title: 'Refused' });
    await expect(wizard?.onSubmit({} as never)).rejects.toBe(mockProblem);
    expect(draw('steps=yes').stale).toBeUndefined();
  });

  it('keeps the list and the declaration on the way to one page', () => {
    const { wizard } = draw(`${new URLSearchParams({ list, id: 'D1', steps: 'yes', step: '3' })}`);
    const link = wizard?.actions as ReactElement<{ to: string }>;
    expect(Object.fromEntries(new URLSearchParams(link.props.to))).toEqual({ list, id: 'D1' });
  });
});
