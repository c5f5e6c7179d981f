import type { OfferedAction } from '@portal/contract-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import type { Api } from '../api/api.ts';
import { ApiProblem } from '../api/problem.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { addPendingUpload } from '../media/pending-uploads.ts';
import { createQueryClient, demanded } from '../query.ts';
import { ActionPanel } from './action-panel.tsx';

const buttons: { onClick?: () => unknown }[] = [];
jest.mock('../components/button.tsx', () => ({
  ...jest.requireActual('../components/button.tsx'),
  Button: (props: { onClick?: () => unknown }) => {
    buttons.push(props);
    return null;
  },
}));

const anAction = (kind: OfferedAction['kind']): OfferedAction => ({
  name: 'act',
  label: 'Act',
  kind,
  method: 'POST',
  url: '/v1/act',
  modes: ['*'],
  hideOnSubmit: false,
  commentRequired: false,
});

/**
 * Renders the panel of a form with a chosen file, and returns a function that presses its only action, and what was uploaded and sent.
 * @param refusal why the service refuses the action
 */
function page(kind: OfferedAction['kind'], arrives: boolean, refusal?: ApiProblem) {
  const cache = createQueryClient();
  cache.setQueryData([demanded, 'asked'], []);
  buttons.length = 0;
  const done: unknown[] = [];
  const medias: string[] = [];
  const action = anAction(kind);
  const model = { id: '1', version: 2 };
  const api = {
    prefix: '/api/x',
    send: async (_method: string, _url: string, body: unknown) => {
      done.push(body);
      if (refusal) throw refusal;
      return { model, actions: [] };
    },
  } as unknown as Api;
  function Page() {
    const form = useForm();
    addPendingUpload(form, {
      isPending: () => medias.length === 0,
      upload: async () => {
        done.push('upload');
        if (arrives) medias.push('diploma');
        return arrives;
      },
    });
    return (
      <FormProvider {...form}>
        <ActionPanel
          api={api}
          envelope={{ model, actions: [action] }}
          mode="edit"
          submitted={false}
          confirm={{ act: false }}
          values={() => ({ medias: [...medias] })}
          onDone={() => undefined}
        />
      </FormProvider>
    );
  }
  renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const isAskedAgain = () => cache.getQueryState([demanded, 'asked'])?.isInvalidated;
  return { done, press: () => buttons[0]?.onClick?.(), isAskedAgain };
}

describe('an action on a form with a file that was chosen and not uploaded', () => {
  it('uploads the file first, and sends it', async () => {
    const { done, press } = page('submit', true);
    await press();
    expect(done).toEqual(['upload', { medias: ['diploma'], version: 2 }]);
  });

  it('is not performed if the file does not arrive', async () => {
    const { done, press } = page('submit', false);
    await press();
    expect(done).toEqual(['upload']);
  });

  it('uploads nothing for a document that it deletes', async () => {
    const { done, press } = page('delete', true);
    await press();
    expect(done).toEqual([{ medias: [], version: 2 }]);
  });
});

it('an officer’s decision reads the form once the field with the focus has stored its text', () => {
  const happened: string[] = [];
  class FocusedField {
    blur = () => happened.push('blur');
  }
  const values = () => {
    happened.push('values');
    return undefined;
  };
  buttons.length = 0;
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ActionPanel
          api={{ prefix: '/api/x' } as Api}
          envelope={{ model: { id: '1', version: 2 }, actions: [anAction('submit')] }}
          mode="view"
          officers
          values={values}
          onDone={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const { HTMLElement, document } = globalThis;
  Object.assign(globalThis, { HTMLElement: FocusedField, document: { activeElement: new FocusedField() } });
  buttons[0]?.onClick?.();
  Object.assign(globalThis, { HTMLElement, document });
  expect(happened).toEqual(['blur', 'values']);
});

it.each([
  [422, true],
  [409, false],
])('after a refusal with %d, what the catalogues demand is asked again: %s', async (status, again) => {
  const { press, isAskedAgain } = page('submit', true, new ApiProblem({ status, title: 'Refused' }));
  await press();
  expect(isAskedAgain()).toBe(again);
});
