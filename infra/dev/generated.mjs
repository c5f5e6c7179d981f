import { foldersWith } from '../build/lib/paths.mjs';

/**
 * Files that are made from others and checked in. `npm run check` makes them again and fails where one differs;
 * `npm run check -- --write` keeps what was made.
 * Each entry: what it is, the files it writes, the script (run with node from the project's folder) that writes them.
 */
export const generated = [
  {
    name: 'OpenAPI documents, and who may see and do what',
    files: [...foldersWith('svc-').map((name) => `${name}/openapi.json`), 'docs/access.md'],
    script: 'infra/dev/openapi.mjs',
  },
  {
    name: 'Contracts of the remotes with their services',
    files: foldersWith('mf-').map((name) => `${name}/contracts/${name}-${name.replace('mf-', 'svc-')}.json`),
    script: 'infra/dev/contracts.mjs',
  },
  {
    name: 'Settings of every service',
    files: ['docs/settings.md'],
    script: 'infra/dev/settings.mjs',
  },
  {
    name: 'Deployment, from the list of components',
    files: [
      ...['compose.yaml', '.env.example', 'keycloak/realm.json'].map((name) => `infra/compose/${name}`),
      ...['prometheus.yaml', 'dashboard.json'].map((name) => `infra/observability/${name}`),
      ...foldersWith('', 'infra/k8s/components')
        .filter((name) => name !== 'images')
        .map((name) => `infra/k8s/components/${name}/${name}.yaml`),
    ],
    script: 'infra/dev/deployment.mjs',
  },
];
