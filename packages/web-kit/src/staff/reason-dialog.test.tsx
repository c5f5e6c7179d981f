import { renderToStaticMarkup } from 'react-dom/server';
import { ApiProblem } from '../api/problem.ts';
import { KitProviders } from '../area/area-root.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

let mockConfirm: (() => Promise<void>) | undefined;
jest.mock('../components/modal.tsx', () => ({
  ConfirmDialog: ({ onConfirm }: { onConfirm: () => Promise<void> }) => {
    mockConfirm = onConfirm;
    return null;
  },
}));

it.each([
  [409, 1],
  [422, 0],
  [0, 0],
])('a decision that is refused with %d loads what is there now only if somebody else was first', async (status, loads) => {
  let loaded = 0;
  const refuse = async () => {
    throw new ApiProblem({ status, title: 'Refused' });
  };
  renderToStaticMarkup(
    <KitProviders name="staff">
      <ReasonDialog title="Retire?" confirmLabel="Retire" onClose={() => undefined} onConfirm={refuse} onConflict={() => loaded++} />
    </KitProviders>,
  );
  await mockConfirm?.();
  expect(loaded).toBe(loads);
});
