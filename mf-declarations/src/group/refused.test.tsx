import type { FieldError } from '@portal/contract-kit';
import { KitProviders } from '@portal/web-kit';
import type { UseFormReturn, Wizard } from '@portal/web-kit/forms';
import { StaticRouter } from '@portal/web-kit/prerender';
import type { ComponentProps, ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ArrivalRegister from '../arrival/register.screen.tsx';
import DepartureRegister from '../departure/register.screen.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

type Show = (errors: readonly FieldError[]) => unknown;

let mockRefused: Show;
const mockShow = jest.fn();
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  useContractErrors: () => ({ errors: [], check: () => true, peek: () => [], fromProblem: () => [], show: mockShow, clear: () => undefined }),
  useDraft: (_scope: string, form: UseFormReturn) => {
    // On the server the form is never mounted, and would give only the values that it started with.
    form.control._state.mount = true;
    form.setValue('travellers', [{ firstName: 'Ana' }, { firstName: 'Rui' }]);
    return { ready: true };
  },
  DocumentForm: () => null,
  DraftNotice: () => null,
  useRefused: (_ready: boolean, show: Show) => {
    mockRefused = show;
  },
  Wizard: ({ refusedErrors }: ComponentProps<typeof Wizard<never>>) => {
    mockRefused = async (errors) => mockShow(await refusedErrors?.(errors));
    return null;
  },
}));

/** An error as the service names it. */
const refuse = (field: string): FieldError => ({ code: 'CHOICE', field, message: 'Choose one of the days in the list' });

it.each([
  ['arrivals', ArrivalRegister, 'arrivalDate'],
  ['departures', DepartureRegister, 'departureDate'],
] as [string, ComponentType, string][])(
  'a group of %s that waited and was refused shows a fault in what all share once, at its field, and any other with the name of the person',
  async (_kind, Screen, date) => {
    renderToStaticMarkup(
      <KitProviders name="declarations">
        <StaticRouter location="/eservice/traveller/declaration">
          <Screen />
        </StaticRouter>
      </KitProviders>,
    );
    const shown = (errors: FieldError[]) =>
      new Promise((done) => {
        mockShow.mockImplementationOnce(done);
        void mockRefused(errors);
      });
    expect(await shown([0, 1, 2].map((place) => refuse(`travellers[${place}].${date}`)))).toEqual([refuse(date)]);
    expect(await shown([refuse('travellers[1].lastName')])).toEqual([
      { ...refuse('travellers.1.lastName'), message: 'ANA: Choose one of the days in the list' },
    ]);
    expect(await shown([refuse(date)])).toEqual([refuse(date)]);
  },
);
