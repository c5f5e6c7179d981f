/**
 * The modules that the page shares with remotes beyond its own start: only modules that the bundle can reach enter the share scope.
 * Nothing calls this; each part is loaded when the first remote requests it.
 */
export const provided = [
  () => import('@portal/web-kit/forms'),
  () => import('@portal/web-kit/staff'),
  () => import('@portal/web-kit/media'),
  () => import('@portal/web-kit/scan'),
  () => import('single-spa-react'),
];
