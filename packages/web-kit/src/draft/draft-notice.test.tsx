import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { KitProviders } from '../area/area-root.tsx';
import { Wizard } from '../wizard/wizard.tsx';
import { DraftNotice } from './draft-notice.tsx';
import type { Draft } from './use-draft.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

// Drawn without a browser, the hook always says that the browser keeps what is typed.
let mockKeeps: boolean;
jest.mock('./keeping.ts', () => ({ ...jest.requireActual('./keeping.ts'), useKeeping: () => mockKeeps }));

const draft = { ready: true, elsewhere: false } as Draft;
const contract = { errors: [], check: () => true, peek: () => [], fromProblem: () => [], show: () => undefined, clear: () => undefined };

function LaterStep() {
  const form = useForm();
  const steps = ['one', 'two'].map((id) => ({ id, title: id, fields: [], render: (): ReactNode => null }));
  return <Wizard form={form} contract={contract} steps={steps} onSubmit={async () => undefined} draft={draft} />;
}

it.each<[string, ReactNode]>([
  ['above the first question', <DraftNotice key="notice" draft={draft} />],
  ['below a later step', <LaterStep key="step" />],
])('that the browser does not keep what is typed is announced %s: the live region is there before the words', (_where, page) => {
  const draw = (keeps: boolean) => {
    mockKeeps = keeps;
    return renderToStaticMarkup(
      <KitProviders name="declarations">
        <MemoryRouter initialEntries={['/eservice/x?step=2']}>{page}</MemoryRouter>
      </KitProviders>,
    );
  };
  expect(draw(true)).toContain('<strong role="status"></strong>');
  expect(draw(false)).toContain('<strong role="status">This browser does not keep what is typed. Send the form before');
});
