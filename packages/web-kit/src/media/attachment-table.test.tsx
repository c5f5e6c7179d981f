import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { KitProviders } from '../area/area-root.tsx';
import { Button } from '../components/button.tsx';
import { FormProvider } from '../forms/form-provider.tsx';
import { addTexts, KIT } from '../language/i18n.ts';
import { AttachmentList, AttachmentTable, type AttachmentTableProps } from './attachment-table.tsx';
import { FileUpload } from './file-upload.tsx';
import type { UploadedFile } from './media-files.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

const mockDeleted: string[] = [];
jest.mock('../api/api.ts', () => ({
  ...jest.requireActual('../api/api.ts'),
  useApi: () => ({ delete: async (path: string) => mockDeleted.push(path) }),
}));

type Element = ReactElement<{ children?: ReactNode; onClick?: () => unknown }>;

/** Returns the elements of a type, in order. */
const elementsOf = (node: ReactNode, type: unknown): Element[] =>
  Children.toArray(node).flatMap((child) =>
    isValidElement<Element['props']>(child) ? (child.type === type ? [child] : elementsOf(child.props.children, type)) : [],
  );

const rows = [
  { uid: 'old', id: 'old', name: 'degree.pdf' },
  { uid: 'new', id: 'new', name: 'diploma.pdf' },
];

/** Renders the table and presses the button of the first row. */
async function press(label: string, more: Partial<AttachmentTableProps>) {
  mockDeleted.length = 0;
  const seen: { pressed?: unknown; upload?: { replaces?: string; onUploaded(file: UploadedFile): void }; uids?: string[] } = {};
  function Table() {
    const [list] = elementsOf(AttachmentTable({ name: 'medias', ...more }), AttachmentList);
    const tree = AttachmentList(list.props as never);
    const button = elementsOf(tree, Button).find(({ props }) => Children.toArray(props.children)[0] === label);
    if (!seen.pressed) seen.pressed = button?.props.onClick?.() ?? true;
    seen.upload = elementsOf(tree, FileUpload)[0]?.props as never;
    return null;
  }
  function Page() {
    const form = useForm({ defaultValues: { medias: rows } });
    const setValue = (_name: string, next: typeof rows) => {
      seen.uids = next.map(({ uid }) => uid);
    };
    return (
      <KitProviders name="shell">
        <FormProvider {...form} setValue={setValue as never}>
          <Table />
        </FormProvider>
      </KitProviders>
    );
  }
  renderToStaticMarkup(<Page />);
  await seen.pressed;
  return seen;
}

it.each([
  ['no document', {}, ['/v1/old'], 'old'],
  ['another document', { held: rows.slice(0, 1) }, [], undefined],
])('a file that %s holds leaves the list, and a new file takes its place', async (_who, more, deleted, replaces) => {
  const gone = await press('Delete', more);
  expect([mockDeleted, gone.uids]).toEqual([deleted, ['new']]);

  const replaced = await press('Replace', more);
  expect(replaced.upload?.replaces).toBe(replaces);
  replaced.upload?.onUploaded({ uid: 'better', id: 'better', name: 'better.pdf', size: 5, data: null });
  expect(replaced.uids).toEqual(['better', 'new']);
});
