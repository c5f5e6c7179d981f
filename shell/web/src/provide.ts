/**
 * What the page provides to remotes beyond its own start: only modules that the bundle can reach enter the share scope.
 * Nothing calls this; each part is fetched when the first remote asks for it.
 */
export const provided = [
  () => import('@portal/web-kit/forms'),
  () => import('@portal/web-kit/staff'),
  () => import('@portal/web-kit/media'),
  () => import('@portal/web-kit/scan'),
  () => import('single-spa-react'),
];
