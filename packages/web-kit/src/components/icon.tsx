const paths = {
  next: 'M9 4l8 8-8 8',
  previous: 'M15 4l-8 8 8 8',
  up: 'M4 15l8-8 8 8',
  down: 'M4 9l8 8 8-8',
  add: 'M12 4v16M4 12h16',
  remove: 'M4 12h16',
  close: 'M5 5l14 14M19 5L5 19',
  reload: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  download: 'M12 3v12M6 10l6 6 6-6M4 20h16',
  history: 'M12 7v5l4 2M3.5 12a8.5 8.5 0 1 0 3-6.5M3.5 4v4.5H8',
  filter: 'M3 5h18l-7 8v6l-4 2v-8z',
  check: 'M4 12l6 6L20 6',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon. Screen readers skip it, because text beside it has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={name === 'next' || name === 'previous' ? 'portal-icon portal-icon--turns' : 'portal-icon'}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
