import { defineLateArea, inTasks } from '@portal/web-kit';

// The arrival form comes with the area: its rules are a large part of what runs before it can be used.
export const { bootstrap, mount, unmount } = defineLateArea(() =>
  inTasks(
    () => import(/* webpackMode: "eager", webpackExports: "ArrivalDeclarationBody" */ 'svc-declarations/contract'),
    () => import(/* webpackMode: "eager" */ './area.tsx').then(({ area }) => area),
  ),
);
