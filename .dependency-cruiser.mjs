// The arrows of ARCHITECTURE.md as rules. test/repository/violations has one violation per rule, and
// test/repository/arrows.test.ts fails if one is not caught, because a rule whose pattern matches nothing passes too.

/** The contract runs in browsers too, so modules that need Node are not part of it. */
const contract =
  '^schema/(?!graphql/|clusters/(kubeconfig|lookup|pods)|delivery/(choose|new-revisions|part-tree|parts|plan-digests|promoted)|dependencies/documents|placement/(locations|on-demand)|policies/cel/|packed-text|sealed-responses|secret-placeholders|short-name)'
/** Top-level folders that other folders may import only if their rule allows it. */
const folders = 'schema/graphql|prisma|server|workers|client-sdk|cli|web|embedded|simulator'
const except = (...names) =>
  folders
    .split('|')
    .filter((folder) => !names.includes(folder))
    .join('|')

/** The layers of the simulator, lowest first: a folder imports only from itself and from lower layers. */
const simulatorLayers = [
  ['json.ts'],
  ['errors/', 'generated/', 'storage/', 'certificates/'],
  ['schema/'],
  ['resources/'],
  ['system-writes.ts'],
  ['context.ts'],
  ['objects/', 'selectors/', 'patch/', 'target.ts'],
  ['strategy/'],
  ['table/', 'openapi/', 'admission/'],
  ['operations/'],
  ['subresources/', 'controllers/'],
  ['stand-ins/'],
  ['api/'],
  ['kubeconfig.ts'],
  ['envtest/'],
  ['bootstrap.ts', 'cluster.ts', 'main.ts', 'management.ts'],
]
const inSimulator = (layers) => `^simulator/(${layers.flat().join('|').replaceAll('.', '\\.')})`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-is-data',
      comment:
        'The contract is loaded by every runtime, so it may import only zod, yaml, ipaddr.js, rfc6902 and itself.',
      severity: 'error',
      from: { path: contract },
      to: {
        pathNot: [contract, '^node_modules/(zod|yaml|ipaddr\\.js|rfc6902)(/|$)'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'graphql-is-independent-of-server',
      comment: 'Types and resolvers reach the store through the request context, never by import.',
      severity: 'error',
      from: { path: '^schema/graphql/' },
      to: { path: `^(${except('schema/graphql', 'prisma')})/` },
    },
    {
      name: 'graphql-reads-through-the-store',
      comment:
        'Permission is decided by the store of the actor, so resolvers import only types and models of the database.',
      severity: 'error',
      from: { path: '^schema/graphql/' },
      to: {
        path: '^(prisma/|node_modules/(@prisma/|pg(/|$)))',
        pathNot: '^prisma/generated/pothos',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'requests-use-actor-stores',
      comment: 'Requests use the store of their actor, which server/http/fairness provides, and no other.',
      severity: 'error',
      from: { path: '^server/(http|backup)/', pathNot: '^server/http/fairness' },
      to: { path: '^server/store/(store|read|pages|actor/actor-store)\\.ts$' },
    },
    {
      name: 'prisma-is-independent',
      comment: 'The database client is below everything but the contract.',
      severity: 'error',
      from: { path: '^prisma/', pathNot: '^prisma/generated/' },
      to: { path: `^(${except('prisma')}|process|telemetry)/` },
    },
    {
      name: 'telemetry-is-independent',
      comment: 'Logging, metrics and tracing are used by processes and use none of them.',
      severity: 'error',
      from: { path: '^telemetry/' },
      to: { path: `^(${folders}|process)/` },
    },
    {
      name: 'http-is-the-top-layer',
      comment: 'The functions of the server work without HTTP.',
      severity: 'error',
      from: { path: '^server/(auth|backup|delivery|manifests|modules|pacing|store|webhooks)/' },
      to: { path: '^server/http/' },
    },
    {
      name: 'server-is-independent-of-clients',
      comment: 'The server never reconciles and never calls itself through the SDK.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: `^(${except('schema/graphql', 'prisma', 'server')})/` },
    },
    {
      name: 'workers-reach-state-through-the-api',
      comment: 'Workers read and write objects as every client does: through the SDK.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: `^(${except('workers', 'client-sdk')})/` },
    },
    {
      name: 'workers-load-only-the-transport-of-the-sdk',
      comment: 'The documents of the SDK take 150 MB in each thread that loads them; workers have their own.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^client-sdk/(?!transport\\.ts$)' },
    },
    {
      name: 'sdk-is-independent',
      comment: 'The SDK depends on the contract and on no other folder.',
      severity: 'error',
      from: { path: '^client-sdk/' },
      to: { path: `^(${except('client-sdk')}|process|telemetry)/` },
    },
    {
      name: 'worker-operations-are-internal',
      comment:
        'The SDK of users lacks them, so that operations that only workers call may change with the workers.',
      severity: 'error',
      from: { pathNot: '^(workers|test)/' },
      to: { path: '^workers/generated/' },
    },
    {
      name: 'cli-is-a-client',
      comment: 'qleetctl imports the SDK and the contract; it starts servers and workers as processes.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: `^(${except('cli', 'client-sdk')}|telemetry)/` },
    },
    {
      name: 'engine-is-generic',
      comment: 'Code that is the same for every kind is independent of kinds and clusters.',
      severity: 'error',
      from: { path: '^workers/engine/' },
      to: {
        path: '^workers/(kube|charts|runtimes|support-services|reconcilers|resources|watch|cluster-queries)/',
      },
    },
    {
      name: 'kube-is-generic',
      comment: 'The Kubernetes client is independent of the deployed objects.',
      severity: 'error',
      from: { path: '^workers/kube/' },
      to: {
        path: '^workers/(engine|charts|runtimes|support-services|reconcilers|resources|watch|cluster-queries)/',
      },
    },
    {
      name: 'simulator-is-independent',
      comment:
        'The simulated cluster tests the code of workers, so it shares none with them. Programs are started as everywhere.',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: `^(schema|process/(?!children/|idle-memory)|telemetry|${except('simulator')})/` },
    },
    {
      name: 'simulator-is-a-process',
      comment: 'It is started as a process, and used through its API like every cluster.',
      severity: 'error',
      from: { pathNot: '^(simulator|test)/' },
      to: { path: '^simulator/' },
    },
    ...simulatorLayers.slice(0, -1).map((layer, index) => ({
      name: `simulator-${layer[0].replace(/\W.*/, '')}-uses-lower-layers`,
      comment: `This layer of the simulator: ${layer.join(', ')}.`,
      severity: 'error',
      from: { path: inSimulator(layer) },
      to: { path: inSimulator(simulatorLayers.slice(index)), pathNot: '^simulator/$1' },
    })),
    {
      name: 'simulator-folders-have-a-layer',
      comment: 'No rule would check a folder without a layer.',
      severity: 'error',
      from: { path: '^simulator/', pathNot: inSimulator(simulatorLayers) },
      to: {},
    },
    {
      name: 'embedded-starts-processes',
      comment:
        'The supervisor starts its processes by their programs and settings, and imports none of their code.',
      severity: 'error',
      from: { path: '^embedded/' },
      to: { path: `^(${except('embedded')})/` },
    },
    {
      name: 'process-is-independent',
      comment: 'Code that every process uses imports none of them.',
      severity: 'error',
      from: { path: '^process/' },
      to: { path: `^(${folders})/` },
    },
    {
      name: 'web-is-a-client',
      comment: 'Pages import the SDK and the contract.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: `^(${except('web', 'client-sdk')}|process|telemetry)/` },
    },
    {
      name: 'charts-are-independent',
      comment:
        'Charts are fetched and rendered without a cluster and without an object, so that any reconciler can.',
      severity: 'error',
      from: { path: '^workers/charts/' },
      to: { path: '^workers/(?!charts/|unless-aborted|program-failure)' },
    },
    {
      name: 'kube-client-is-the-lowest-layer',
      comment: 'client, health, apply: each imports only those before it.',
      severity: 'error',
      from: { path: '^workers/kube/client/' },
      to: { path: '^workers/kube/(health|apply)/' },
    },
    {
      name: 'kube-health-is-independent-of-apply',
      comment: 'Health is independent of the field manager that applied a resource.',
      severity: 'error',
      from: { path: '^workers/kube/health/' },
      to: { path: '^workers/kube/apply/' },
    },
    {
      name: 'reconcilers-are-independent',
      comment: 'Code that two of them need has its own folder.',
      severity: 'error',
      from: { path: '^workers/reconcilers/([^/]+)\\.ts$' },
      to: { path: '^workers/reconcilers/', pathNot: '^workers/reconcilers/$1\\.ts$' },
    },
    {
      name: 'only-reconcilers-use-reconcilers',
      comment: 'The registry finds them by their file names; no other module imports one.',
      severity: 'error',
      from: { pathNot: '^(workers/reconcilers|test)/' },
      to: { path: '^workers/reconcilers/' },
    },
    {
      name: 'cluster-queries-are-read-only',
      comment: 'Cluster queries need neither the engine nor the code that manages resources.',
      severity: 'error',
      from: { path: '^workers/cluster-queries/' },
      to: { path: '^workers/(engine|charts|reconcilers|resources|watch|support-services)/' },
    },
    {
      name: 'only-tests-import-tests',
      severity: 'error',
      from: { pathNot: '^(test/|vitest)' },
      to: { path: '^test/' },
    },
    {
      name: 'no-cycles',
      comment: "Prisma's generated client has cycles of its own.",
      severity: 'error',
      from: { pathNot: '^prisma/generated/' },
      to: { circular: true, viaOnly: { pathNot: '^prisma/generated/' } },
    },
    {
      name: 'no-unresolved',
      comment:
        'A package with types only has no file that resolves, and neither has a module that a build makes.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(@graphql-typed-document-node/core|virtual:kinds)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.qleet|violations)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
