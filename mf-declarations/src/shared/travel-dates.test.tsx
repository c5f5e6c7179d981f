import { ApiProblem, KitProviders } from '@portal/web-kit';
import { FormProvider, SpecField, useForm } from '@portal/web-kit/forms';
import { renderToStaticMarkup } from 'react-dom/server';
import { dateField, useTravelDates } from './travel-dates.ts';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

let mockQuery: object;
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useQuery: () => mockQuery }));

function Day() {
  const form = useForm({ defaultValues: { arrivalDate: '2026-05-02' } });
  const { dates, datesState } = useTravelDates('traveller');
  return (
    <FormProvider {...form}>
      <SpecField field={{ name: 'arrivalDate', type: 'text', label: 'Arrival date', ...dateField(dates, datesState) }} model={{}} mode="register" />
    </FormProvider>
  );
}

/** Returns the texts of the options, and what is said below the list. */
function shown(query: object): { options: (string | undefined)[]; said: string | undefined } {
  mockQuery = { refetch: async () => undefined, error: null, ...query };
  const html = renderToStaticMarkup(
    <KitProviders name="declarations">
      <Day />
    </KitProviders>,
  );
  return {
    options: [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map((found) => found[1]),
    said: /<p [^>]*role="status">(.*?)<button/.exec(html)?.[1]?.trim(),
  };
}

describe('the days to choose from', () => {
  it('are loading until they arrive, and the day of a draft is shown in words', () => {
    expect(shown({ isPending: true })).toEqual({ options: ['Loading…', '2 May 2026'], said: undefined });
  });

  it('can be asked for again if they do not arrive', () => {
    expect(shown({ isPending: false, error: new ApiProblem({ status: 503, title: 'Away' }) })).toEqual({
      options: ['Select', '2 May 2026'],
      said: 'The list could not be loaded.',
    });
  });

  it('are the days that arrived', () => {
    expect(
      shown({
        isPending: false,
        data: {
          records: [
            { code: '2026-05-02', name: '' },
            { code: '2026-05-03', name: '' },
          ],
        },
      }),
    ).toEqual({ options: ['Select', '2 May 2026', '3 May 2026'], said: undefined });
  });
});
