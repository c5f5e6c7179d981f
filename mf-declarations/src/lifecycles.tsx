import { defineLateArea, inTasks } from '@portal/web-kit';

// The contract of the arrival form is part of the area's bundle and is evaluated in a task of its own: its rules are a large part of the code that runs before
// the form can be used.
export const { bootstrap, mount, unmount } = defineLateArea(() =>
  inTasks(
    () => import(/* webpackMode: "eager", webpackExports: "ArrivalDeclarationBody" */ 'svc-declarations/contract'),
    () => import(/* webpackMode: "eager" */ './area.tsx').then(({ area }) => area),
  ),
);
