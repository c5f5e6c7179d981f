/**
 * Files that are made from others and checked in. `npm run check` makes them again and fails where one differs;
 * `npm run check -- --write` keeps what was made.
 * Each entry: what it is, the files it writes, the script (run with node from the project's folder) that writes them.
 */
export const generated = [
  {
    name: 'OpenAPI documents',
    files: ['svc-reference/openapi.json', 'svc-declarations/openapi.json', 'svc-licences/openapi.json', 'svc-trips/openapi.json', 'svc-media/openapi.json'],
    script: 'infra/dev/openapi.mjs',
  },
];
