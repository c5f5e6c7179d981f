import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { ApiProblem } from '../../api/problem.ts';
import { KitProviders } from '../../area/area-root.tsx';
import { addTexts, KIT } from '../../language/i18n.ts';
import { QuestionForm } from './question-form.tsx';
import { threadTexts } from './texts.ts';

addTexts(KIT, threadTexts);

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

let mockTemplates: object;
jest.mock('../../catalogue/use-catalogue.ts', () => ({ ...jest.requireActual('../../catalogue/use-catalogue.ts'), useCatalogue: () => mockTemplates }));

const model = { id: '1', version: 1, documentStatus: 'CREATED', serialReference: { reference: 'LIC-1' } };

/** Returns the templates to choose from, and whether the list can be asked for again. */
function shown(templates: object): { options: (string | undefined)[]; again: boolean } {
  mockTemplates = { records: [], loading: false, retry: () => undefined, ...templates };
  const html = renderToStaticMarkup(
    <KitProviders name="licences">
      <MemoryRouter>
        <QuestionForm model={model} action={{} as never} onSend={() => undefined} onDone={() => undefined} onChanged={() => undefined} />
      </MemoryRouter>
    </KitProviders>,
  );
  return {
    options: [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map((found) => found[1]),
    again: /The list could not be loaded\..*<button[^>]*>Try again/.test(html),
  };
}

it('the templates of questions are loading until they arrive, and can be asked for again if they do not', () => {
  expect(shown({ loading: true })).toEqual({ options: ['Loading…'], again: false });
  expect(shown({ problem: new ApiProblem({ status: 503, title: 'Away' }) })).toEqual({ options: ['None'], again: true });
  expect(shown({ records: [{ code: 'D', name: 'Diploma' }] })).toEqual({ options: ['None', 'Diploma'], again: false });
});
