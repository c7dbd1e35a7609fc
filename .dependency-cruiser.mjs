// The arrows of ARCHITECTURE.md as rules. test/repository/arrows.test.ts plants one violation per rule and
// fails when one is not caught, because a rule whose pattern matches nothing looks just as green.
const contract =
  '^schema/(kinds|manifest-text|errors|events|inputs|limits|manifests|names|own|questions|status|yaml)'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-is-data',
      comment:
        'The contract is loaded by every runtime, so it may import zod, yaml and itself, nothing that runs.',
      severity: 'error',
      from: { path: contract },
      to: { pathNot: [contract, '^node_modules/(zod|yaml)(/|$)'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'graphql-knows-no-server',
      comment: 'Types and resolvers reach the store through the request context, never by import.',
      severity: 'error',
      from: { path: '^schema/graphql/' },
      to: { path: '^(server|workers|client-sdk|cli|web)/' },
    },
    {
      name: 'prisma-knows-nobody',
      comment: 'The database client stands below everything but the contract.',
      severity: 'error',
      from: { path: '^prisma/', pathNot: '^prisma/generated/' },
      to: { path: '^(schema/graphql|server|workers|client-sdk|cli|web|telemetry)/' },
    },
    {
      name: 'telemetry-knows-nobody',
      comment: 'Logging, metrics and tracing are used by processes and use none of them.',
      severity: 'error',
      from: { path: '^telemetry/' },
      to: { path: '^(schema/graphql|prisma|server|workers|client-sdk|cli|web)/' },
    },
    {
      name: 'server-knows-no-client',
      comment: 'The server never reconciles and never talks to itself through the SDK.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(workers|client-sdk|cli|web)/' },
    },
    {
      name: 'workers-reach-state-through-the-api',
      comment: 'Workers read and write objects as every client does: through the SDK.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^(server|prisma|schema/graphql|cli|web)/' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'The SDK depends on the contract and on nothing else of ours.',
      severity: 'error',
      from: { path: '^client-sdk/' },
      to: { path: '^(server|prisma|schema/graphql|workers|cli|web|telemetry)/' },
    },
    {
      name: 'cli-is-a-client',
      comment: 'qleetctl knows the SDK and the contract; it starts servers and workers as processes.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(server|prisma|schema/graphql|workers|web|telemetry)/' },
    },
    {
      name: 'engine-knows-no-kind',
      comment: 'What is the same for every kind stays free of kinds and of clusters.',
      severity: 'error',
      from: { path: '^workers/engine/' },
      to: { path: '^workers/(kube|runtimes|support-services|reconcilers)/' },
    },
    {
      name: 'kube-knows-no-kind',
      comment: 'Talking to a cluster needs no knowledge of what is being deployed.',
      severity: 'error',
      from: { path: '^workers/kube/' },
      to: { path: '^workers/(runtimes|support-services|reconcilers)/' },
    },
    {
      name: 'simulator-stands-alone',
      comment: 'The simulated cluster is judged like a real one, so it shares no code with what it judges.',
      severity: 'error',
      from: { path: '^workers/runtimes/simulator/' },
      to: { path: '^(schema|client-sdk|workers/(engine|kube|support-services|reconcilers))/' },
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
    exclude: { path: '(^|/)(dist|\\.qleet|planted)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
