import { ApiProblem, KitProviders } from '@portal/web-kit';
import { FormProvider, useForm } from '@portal/web-kit/forms';
import { renderToStaticMarkup } from 'react-dom/server';
import { tripSections } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

let mockKinds: object;
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useCatalogue: () => mockKinds }));

const scans = tripSections().find(({ id }) => id === 'scans');

function Form() {
  const form = useForm({ defaultValues: { medias: [] } });
  return <FormProvider {...form}>{scans?.render?.({ mode: 'register', model: {}, editable: true })}</FormProvider>;
}

/** Returns the kinds of attachment to choose from, and whether the list can be asked for again. */
function shown(kinds: object): { options: (string | undefined)[]; again: boolean } {
  mockKinds = { records: [], loading: false, retry: () => undefined, ...kinds };
  const html = renderToStaticMarkup(
    <KitProviders name="trips">
      <Form />
    </KitProviders>,
  );
  return {
    options: [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map((found) => found[1]),
    again: /The list could not be loaded\..*<button[^>]*>Try again/.test(html),
  };
}

it('the kinds of attachment are loading until they arrive, and can be asked for again if they do not', () => {
  expect(shown({ loading: true })).toEqual({ options: ['Loading…'], again: false });
  expect(shown({ problem: new ApiProblem({ status: 503, title: 'Away' }) })).toEqual({ options: ['Select'], again: true });
  expect(shown({ records: [{ code: 'ID', name: 'Identity card' }] })).toEqual({ options: ['Select', 'Identity card'], again: false });
});
