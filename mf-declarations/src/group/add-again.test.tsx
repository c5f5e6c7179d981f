import { Button, ConfirmDialog, KitProviders } from '@portal/web-kit';
import type { UseFormReturn } from '@portal/web-kit/forms';
import { StaticRouter } from '@portal/web-kit/prerender';
import { type ComponentProps, type ComponentType, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivalGroup } from '../arrival/group-parts.tsx';
import { arrivals } from '../shared/declaration.api.ts';
import { AddPersonScreen } from './add-person.screen.tsx';
import { GroupScreen } from './group.screen.tsx';
import type { PersonForm } from './person-form.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const mockGroup = {
  model: { id: 'G1', version: 2, size: 2, serialReference: { reference: 'GRP-2026-0000001' }, members: ['ANA', 'BELA'].map(mockMember) },
  actions: ['members', 'leave'].map((name) => ({ name, modes: ['view'], method: 'POST', url: `/v1/traveller/declaration/group/G1/${name}` })),
};
function mockMember(name: string) {
  return { id: name, name, reference: name, documentStatus: 'CREATED', mayAnswer: true };
}
/** The draft on the device. */
let mockDraft: object = {};
let mockForm: ComponentProps<typeof PersonForm>;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ id: 'G1' }),
  useDocument: () => ({ data: mockGroup, refetch: async () => undefined }),
}));
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  useKeptForJourney: () => undefined,
  useDraft: (_scope: string, form: UseFormReturn) => {
    // On the server the form is never mounted, and would give only the values that it started with.
    form.control._state.mount = true;
    form.reset(mockDraft);
    form.watch((values) => {
      mockDraft = values;
    });
    return { ready: true, clear: () => undefined };
  },
}));
jest.mock('../shared/declaration.api.ts', () => ({
  ...jest.requireActual('../shared/declaration.api.ts'),
  useDeclaration: () => ({ data: { model: mockMember('ANA') } }),
}));
jest.mock('../shared/question-sets.ts', () => ({ useQuestionSets: () => ({ sets: {} }) }));
jest.mock('./person-form.tsx', () => ({
  PersonForm: (props: ComponentProps<typeof PersonForm>) => {
    mockForm = props;
    return null;
  },
}));

/** The calls that add a person. The answer to each call is lost. */
let keys: (string | null)[] = [];
let bodies: object[] = [];
beforeEach(() => {
  keys = [];
  bodies = [];
});
const transport = {
  fetch: async (url: string, { headers, body }: RequestInit) => {
    if (url.endsWith('/members')) {
      keys.push(new Headers(headers).get('Idempotency-Key'));
      bodies.push(JSON.parse(String(body)));
    }
    return Response.json({ status: 500, title: 'Lost' }, { status: 500 });
  },
};

function render(page: ReactNode): void {
  renderToStaticMarkup(
    <KitProviders name="declarations" transport={transport as never}>
      <StaticRouter location="/eservice/traveller/declaration/group/G1">{page}</StaticRouter>
    </KitProviders>,
  );
}

const add = async (firstName: string, answeredBy?: number) => {
  render(<AddPersonScreen kind={arrivalGroup} />);
  await Promise.resolve(mockForm.actions[0]?.run({ firstName }, answeredBy)).catch(() => undefined);
};

/** Finds the properties of a component in what the page of the group returns. */
function propsIn<Props>(node: ReactNode, of: ComponentType<Props>): Props | undefined {
  if (Array.isArray(node)) return node.map((each) => propsIn(each, of)).find(Boolean);
  if (!isValidElement<{ children?: ReactNode }>(node)) return undefined;
  return node.type === of ? (node.props as Props) : propsIn(node.props.children, of);
}

/** Takes a person out on the page of the group. */
function takeOut(): void {
  function Page() {
    const page = GroupScreen({ kind: arrivals });
    const dialog = propsIn(page, ConfirmDialog);
    if (dialog?.open) dialog.onConfirm();
    else if (!isAsked) propsIn(page, Button)?.onClick?.({} as never);
    isAsked = true;
    return null;
  }
  let isAsked = false;
  render(<Page />);
}

it('a person who is added again after she was taken out is added by another call, also if the answer to the first one was lost', async () => {
  await add('BELA');
  await add('BELA');
  takeOut();
  await add('BELA');
  const [first, repeated, again] = keys;
  expect(repeated).toBe(first);
  expect(again).toBeTruthy();
  expect(again).not.toBe(first);
});

it('a child is added once though the answer was lost and the page reloaded: the call names the version of the group that it named before', async () => {
  await add('EVA', 1);
  mockGroup.model = { ...mockGroup.model, version: 3, size: 3, members: ['ANA', 'EVA', 'BELA'].map(mockMember) };
  await add('EVA', 2);
  expect(bodies).toEqual(Array(2).fill({ firstName: 'EVA', answeredBy: 1, version: 2 }));
  expect(keys[1]).toBe(keys[0]);
});
