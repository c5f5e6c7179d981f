import { useText } from '@portal/web-kit';
import { lazy, Suspense } from 'react';
import { type StaffArea, useStaffPlaces } from './staff-menu.ts';

const kit = () => import('@portal/web-kit/staff');
const WorkKeys = lazy(() => kit().then(({ WorkKeys }) => ({ default: WorkKeys })));
const KeysButton = lazy(() => kit().then(({ KeysButton }) => ({ default: KeysButton })));

/** The keyboard of the officers' pages, with every place of their menu. */
export function StaffKeys({ menu }: { menu: readonly StaffArea[] }) {
  const text = useText();
  const own = useStaffPlaces();
  const places = [
    { title: text('staff.overview'), to: '/staff', key: 'h' },
    ...menu.flatMap(({ entries }) => entries.map(({ title, path, key }) => ({ title: text(title), to: path, key }))),
    ...own.map(({ words, to }) => ({ title: text(words), to })),
  ];
  return (
    <Suspense fallback={null}>
      <WorkKeys places={places} />
    </Suspense>
  );
}

/** The button in the header that shows every key. */
export function StaffKeysButton() {
  return (
    <Suspense fallback={null}>
      <KeysButton />
    </Suspense>
  );
}
