import { lazyPart, useText } from '@portal/web-kit';
import { type StaffArea, useStaffPlaces } from './staff-menu.ts';

const kit = () => import('@portal/web-kit/staff');
const WorkKeys = lazyPart(() => kit().then(({ WorkKeys }) => ({ default: WorkKeys })), { failure: 'nothing' });

/** Button in the header that shows all keyboard shortcuts. */
export const StaffKeysButton = lazyPart(() => kit().then(({ KeysButton }) => ({ default: KeysButton })), { failure: 'nothing' });

/** Keyboard shortcuts of the officers' pages, with every entry of their menu. */
export function StaffKeys({ menu }: { menu: readonly StaffArea[] }) {
  const text = useText();
  const own = useStaffPlaces();
  const places = [
    { title: text('staff.overview'), to: '/staff', key: 'h' },
    ...menu.flatMap(({ entries }) => entries.map(({ title, path, key }) => ({ title: text(title), to: path, key }))),
    ...own.map(({ words, to }) => ({ title: text(words), to })),
  ];
  return <WorkKeys places={places} />;
}
