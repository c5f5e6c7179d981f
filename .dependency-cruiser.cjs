/** Who may know whom. One rule, one sentence; `npm run check` shows the sentence of a rule that is broken. */

const kitsAndContracts = '^packages/(contract-kit|web-kit)/|^svc-[a-z]+/contract/';
const ofNode = { dependencyTypes: ['core'] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that import each other, types included, are one file, or need a third that both import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'no-unresolved', comment: 'The import leads nowhere.', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'remote-knows-its-own-contract-only',
      comment: 'A remote knows the kits and the contract of its own service, never another service.',
      severity: 'error',
      from: { path: '^mf-(?!catalogues/)([a-z]+)/' },
      to: { path: '^svc-', pathNot: '^svc-$1/contract/' },
    },
    {
      name: 'catalogues-know-the-reference-contract-only',
      comment: 'The service of the catalogues is svc-reference.',
      severity: 'error',
      from: { path: '^mf-catalogues/' },
      to: { path: '^svc-', pathNot: '^svc-reference/contract/' },
    },
    {
      name: 'remote-knows-no-remote',
      comment: 'A remote never knows another remote: the shell joins them by address.',
      severity: 'error',
      from: { path: '^(mf-[a-z]+)/' },
      to: { path: '^mf-', pathNot: '^$1/' },
    },
    { name: 'remote-knows-no-shell', comment: 'A remote never knows the shell.', severity: 'error', from: { path: '^mf-' }, to: { path: '^shell/' } },
    {
      name: 'service-knows-no-service',
      comment: 'Services talk over HTTP and the queue only.',
      severity: 'error',
      from: { path: '^(svc-[a-z]+)/' },
      to: { path: '^svc-', pathNot: '^$1/' },
    },
    {
      name: 'service-knows-no-page',
      comment: 'A service knows nothing of the screens.',
      severity: 'error',
      from: { path: '^svc-' },
      to: { path: '^(mf-|shell/|packages/web-kit/|infra/)' },
    },
    {
      name: 'contract-runs-in-the-browser',
      comment: 'A contract runs on both sides: contract-kit and class-validator, nothing else.',
      severity: 'error',
      from: { path: '^svc-[a-z]+/contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^svc-[a-z]+/contract/|^packages/contract-kit/|node_modules/(class-validator|reflect-metadata)/' },
    },
    {
      name: 'contract-kit-stands-alone',
      comment: 'The contract kit is the foundation: it knows nothing of the project and nothing of React or NestJS.',
      severity: 'error',
      from: { path: '^packages/contract-kit/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/contract-kit/|node_modules/(class-validator|reflect-metadata|cborg)/' },
    },
    {
      name: 'page-knows-no-server',
      comment: 'Code of the page never imports code of the server.',
      severity: 'error',
      from: { path: '^(mf-[a-z]+|shell/web|packages/web-kit)/' },
      to: { path: '^(packages/service-kit|shell/server|infra)/' },
    },
    {
      name: 'page-uses-no-node',
      comment: 'Code of the page runs in a browser.',
      severity: 'error',
      from: { path: '^(mf-[a-z]+|shell/web|packages/web-kit)/src/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: ofNode,
    },
    {
      name: 'shell-names-no-remote',
      comment: 'The shell knows remotes from the registry only.',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: '^(mf-|svc-)' },
    },
    {
      name: 'gateway-knows-the-service-kit',
      comment: 'The gateway stands on the service kit and reads the store of remotes; it knows nothing of the page.',
      severity: 'error',
      from: { path: '^shell/server/' },
      // Its tests sign people in at the development provider.
      to: { path: '^(packages/web-kit|shell/web|infra)/', pathNot: '^infra/identity/' },
    },
    {
      name: 'gateway-runs-without-the-tools',
      comment: 'The image of the gateway holds no tools and no development provider. Only its tests use them.',
      severity: 'error',
      from: { path: '^shell/server/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^infra/' },
    },
    {
      name: 'kits-know-no-area',
      comment: 'Kits do not know who stands on them.',
      severity: 'error',
      // The test of the gate takes a version from the build.
      from: { path: '^packages/', pathNot: '^packages/remotes/.*\\.test\\.ts$' },
      to: { path: '^(mf-|svc-|shell/|infra/)' },
    },
    {
      name: 'remotes-stand-alone',
      comment: 'Publishing and the gateway share the store of remotes, which knows no other part of the project.',
      severity: 'error',
      from: { path: '^packages/remotes/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages|infra)/', pathNot: '^packages/remotes/' },
    },
    {
      name: 'service-kit-knows-no-page',
      comment: 'The service kit knows nothing of the page.',
      severity: 'error',
      from: { path: '^packages/service-kit/' },
      to: { path: '^packages/web-kit/' },
    },
    {
      name: 'screens-use-the-kit',
      comment: 'What a screen needs of router, query, forms and texts comes from web-kit, so that it is loaded once.',
      severity: 'error',
      from: { path: '^mf-[a-z]+/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(react|react-dom|single-spa-react|class-validator)/' },
    },
    {
      name: 'only-infra-dev-knows-everything',
      comment: 'The embedded portal starts everything; nothing else may.',
      severity: 'error',
      from: { path: '^infra/(identity|build)/' },
      to: { path: '^(svc-|mf-|shell/)', pathNot: kitsAndContracts },
    },
    {
      name: 'production-lists-what-it-imports',
      comment: 'An image installs the "dependencies" of its package.json only: list there what the code imports.',
      severity: 'error',
      from: {
        path: '^(svc-[a-z]+/(src|contract)|shell/server/src|infra/witness/src|packages/(contract-kit|service-kit|remotes)/src)/',
        pathNot: '\\.test\\.tsx?$|/testing/|\\.contract\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-peer', 'npm-optional'] },
    },
    {
      name: 'served-code-starts-no-program',
      comment: 'What answers callers starts no other program, so that no text of a caller becomes a command.',
      severity: 'error',
      from: {
        path: '^(svc-[a-z]+/(src|contract)|shell/server/src|infra/witness/src|packages/(contract-kit|service-kit|remotes)/src)/',
        pathNot: '\\.test\\.tsx?$|/testing/',
      },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'no-test-in-product',
      comment: 'The product does not import tests.',
      severity: 'error',
      from: { pathNot: '\\.(test|spec)\\.tsx?$|/testing/|\\.contract\\.ts$' },
      to: { path: '\\.(test|spec)\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^infra/areas/template/|(^|/)(dist|\\.cache|\\.data|\\.remotes|test-results|playwright-report)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.scss'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
