// The arrows of ARCHITECTURE.md as rules. test/repository/arrows.test.ts plants one violation per rule and
// fails when one is not caught, because a rule whose pattern matches nothing looks just as green.
// It runs in browsers too: what needs Node stands aside.
const contract = '^schema/(?!graphql/|clusters/(kubeconfig|lookup)|sealed-responses|secret-placeholders)'
/** What is started as a process, and never imported but by tests. */
const rooms = 'schema/graphql|prisma|server|workers|client-sdk|cli|web|embedded|simulator'
const except = (...names) =>
  rooms
    .split('|')
    .filter((room) => !names.includes(room))
    .join('|')

/** The floors of the simulator from the ground up: what stands on one uses those below, and nothing beside or above. */
const simulatorFloors = [
  ['json.ts'],
  ['errors/', 'generated/', 'storage/', 'certificates/'],
  ['schema/'],
  ['resources/'],
  ['context.ts'],
  ['objects/', 'selectors/', 'patch/', 'target.ts'],
  ['strategy/'],
  ['table/', 'openapi/', 'admission/'],
  ['operations/'],
  ['subresources/', 'controllers/'],
  ['api/'],
  ['bootstrap.ts', 'cluster.ts', 'kubeconfig.ts', 'main.ts', 'management.ts'],
]
const inSimulator = (floors) => `^simulator/(${floors.flat().join('|').replaceAll('.', '\\.')})`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-is-data',
      comment:
        'The contract is loaded by every runtime, so it may import zod, yaml and itself, nothing that runs.',
      severity: 'error',
      from: { path: contract },
      to: {
        pathNot: [contract, '^node_modules/(zod|yaml|ipaddr\\.js)(/|$)'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'graphql-knows-no-server',
      comment: 'Types and resolvers reach the store through the request context, never by import.',
      severity: 'error',
      from: { path: '^schema/graphql/' },
      to: { path: `^(${except('schema/graphql', 'prisma')})/` },
    },
    {
      name: 'graphql-reads-by-the-store',
      comment:
        'Permission is decided by the store of the actor, so resolvers know the database by its types and models only.',
      severity: 'error',
      from: { path: '^schema/graphql/' },
      to: {
        path: '^(prisma/|node_modules/(@prisma/|pg(/|$)))',
        pathNot: '^prisma/generated/pothos',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'store-is-behind-its-actor',
      comment: 'Requests get the store of their actor by the fairness of tokens, and no other.',
      severity: 'error',
      from: { path: '^server/(http|backup)/', pathNot: '^server/http/fairness' },
      to: { path: '^server/store/(store|read|pages|actor/actor-store)\\.ts$' },
    },
    {
      name: 'prisma-knows-nobody',
      comment: 'The database client stands below everything but the contract.',
      severity: 'error',
      from: { path: '^prisma/', pathNot: '^prisma/generated/' },
      to: { path: `^(${except('prisma')}|process|telemetry)/` },
    },
    {
      name: 'telemetry-knows-nobody',
      comment: 'Logging, metrics and tracing are used by processes and use none of them.',
      severity: 'error',
      from: { path: '^telemetry/' },
      to: { path: `^(${rooms}|process)/` },
    },
    {
      name: 'http-is-on-top',
      comment: 'What servers do is there without anybody who asks for it over HTTP.',
      severity: 'error',
      from: { path: '^server/(auth|backup|delivery|manifests|pacing|store)/' },
      to: { path: '^server/http/' },
    },
    {
      name: 'server-knows-no-client',
      comment: 'The server never reconciles and never talks to itself through the SDK.',
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
      name: 'sdk-stands-alone',
      comment: 'The SDK depends on the contract and on nothing else of ours.',
      severity: 'error',
      from: { path: '^client-sdk/' },
      to: { path: `^(${except('client-sdk')}|process|telemetry)/` },
    },
    {
      name: 'worker-operations-are-for-workers',
      comment: 'Users get the SDK without them: what workers alone ask for may change with the workers.',
      severity: 'error',
      from: { pathNot: '^(workers|test)/' },
      to: { path: '^workers/generated/' },
    },
    {
      name: 'cli-is-a-client',
      comment: 'qleetctl knows the SDK and the contract; it starts servers and workers as processes.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: `^(${except('cli', 'client-sdk')}|telemetry)/` },
    },
    {
      name: 'engine-knows-no-kind',
      comment: 'What is the same for every kind stays free of kinds and of clusters.',
      severity: 'error',
      from: { path: '^workers/engine/' },
      to: { path: '^workers/(kube|runtimes|support-services|reconcilers|resources|watch|cluster-queries)/' },
    },
    {
      name: 'kube-knows-no-kind',
      comment: 'Talking to a cluster needs no knowledge of what is being deployed.',
      severity: 'error',
      from: { path: '^workers/kube/' },
      to: {
        path: '^workers/(engine|runtimes|support-services|reconcilers|resources|watch|cluster-queries)/',
      },
    },
    {
      name: 'simulator-stands-alone',
      comment: 'The simulated cluster is judged like a real one, so it shares no code with what it judges.',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: `^(schema|process|telemetry|${except('simulator')})/` },
    },
    {
      name: 'simulator-is-a-process',
      comment: 'It is started, and spoken to as every cluster is.',
      severity: 'error',
      from: { pathNot: '^(simulator|test)/' },
      to: { path: '^simulator/' },
    },
    ...simulatorFloors.slice(0, -1).map((floor, index) => ({
      name: `simulator-${floor[0].replace(/\W.*/, '')}-knows-floors-below`,
      comment: `On this floor of the simulator: ${floor.join(', ')}.`,
      severity: 'error',
      from: { path: inSimulator(floor) },
      to: { path: inSimulator(simulatorFloors.slice(index)), pathNot: '^simulator/$1' },
    })),
    {
      name: 'simulator-rooms-have-a-floor',
      comment: 'A room that stands on none would be watched by no rule.',
      severity: 'error',
      from: { path: '^simulator/', pathNot: inSimulator(simulatorFloors) },
      to: {},
    },
    {
      name: 'embedded-starts-processes',
      comment:
        'The supervisor knows its processes by their programs, settings and health, not by their code.',
      severity: 'error',
      from: { path: '^embedded/' },
      to: { path: `^(${except('embedded')})/` },
    },
    {
      name: 'processes-share-no-room',
      comment: 'What every process needs knows none of them.',
      severity: 'error',
      from: { path: '^process/' },
      to: { path: `^(${rooms})/` },
    },
    {
      name: 'web-is-a-client',
      comment: 'Pages know the SDK and the contract.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: `^(${except('web', 'client-sdk')}|process|telemetry)/` },
    },
    {
      name: 'upstream-knows-no-protocol',
      comment: 'What paces requests serves clusters and providers alike: they bring their own failures.',
      severity: 'error',
      from: { path: '^workers/upstream/' },
      to: { path: '^workers/(?!upstream/)' },
    },
    {
      name: 'kube-client-is-below',
      comment: 'client, health, apply: each knows those before it.',
      severity: 'error',
      from: { path: '^workers/kube/client/' },
      to: { path: '^workers/kube/(health|apply)/' },
    },
    {
      name: 'kube-health-only-judges',
      comment: 'What is judged may have been applied by anybody.',
      severity: 'error',
      from: { path: '^workers/kube/health/' },
      to: { path: '^workers/kube/apply/' },
    },
    {
      name: 'reconcilers-know-no-other',
      comment: 'What two of them need has a room of its own.',
      severity: 'error',
      from: { path: '^workers/reconcilers/([^/]+)\\.ts$' },
      to: { path: '^workers/reconcilers/', pathNot: '^workers/reconcilers/$1\\.ts$' },
    },
    {
      name: 'only-reconcilers-use-reconcilers',
      comment: 'The registry finds them by the names of their files; nobody else knows one.',
      severity: 'error',
      from: { pathNot: '^(workers/reconcilers|test)/' },
      to: { path: '^workers/reconcilers/' },
    },
    {
      name: 'cluster-queries-change-nothing',
      comment: 'Reading what is in clusters needs neither the engine nor what keeps resources.',
      severity: 'error',
      from: { path: '^workers/cluster-queries/' },
      to: { path: '^workers/(engine|reconcilers|resources|watch|support-services)/' },
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
      comment: 'A package of types alone has no file that resolves.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@graphql-typed-document-node/core$' },
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
