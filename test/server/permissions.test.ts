import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, open, operationOf, operations, routesOf } from '../support/operations.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/** Reads of objects, which are subscriptions as well. */
const reads = [
  'application',
  'applications',
  'applicationRevision',
  'applicationRevisions',
  'canaryWorkload',
  'canaryWorkloads',
  'delivery',
  'deliveries',
  'environment',
  'environments',
  'hold',
  'holds',
  'forgeWebhook',
  'forgeWebhooks',
  'imageWebhook',
  'imageWebhooks',
  'preview',
  'previews',
  'promotion',
  'promotions',
  'rolloutDecision',
  'rolloutDecisions',
  'rolloutJob',
  'rolloutJobs',
  'stage',
  'stages',
  'domainNameDefinition',
  'domainNameDefinitions',
  'domainNameInstance',
  'domainNameInstances',
  'gatewayDefinition',
  'gatewayDefinitions',
  'gatewayInstance',
  'gatewayInstances',
  'gatewayPort',
  'gatewayPorts',
  'aksKubernetesRuntimeDefinition',
  'aksKubernetesRuntimeDefinitions',
  'aksKubernetesRuntimeInstance',
  'aksKubernetesRuntimeInstances',
  'awsAccount',
  'awsAccounts',
  'awsEksKubernetesRuntimeDefinition',
  'awsEksKubernetesRuntimeDefinitions',
  'awsEksKubernetesRuntimeInstance',
  'awsEksKubernetesRuntimeInstances',
  'awsObjectStorageBucketDefinition',
  'awsObjectStorageBucketDefinitions',
  'awsObjectStorageBucketInstance',
  'awsObjectStorageBucketInstances',
  'awsPodIdentities',
  'awsPodIdentity',
  'awsRelationalDatabaseDefinition',
  'awsRelationalDatabaseDefinitions',
  'awsRelationalDatabaseInstance',
  'awsRelationalDatabaseInstances',
  'azureAccount',
  'azureAccounts',
  'bucketDefinition',
  'bucketDefinitions',
  'bucketInstance',
  'bucketInstances',
  'controlPlaneDefinition',
  'controlPlaneDefinitions',
  'controlPlaneInstance',
  'controlPlaneInstances',
  'databaseDefinition',
  'databaseDefinitions',
  'databaseInstance',
  'databaseInstances',
  'events',
  'gcpAccount',
  'gcpAccounts',
  'gkeKubernetesRuntimeDefinition',
  'gkeKubernetesRuntimeDefinitions',
  'gkeKubernetesRuntimeInstance',
  'gkeKubernetesRuntimeInstances',
  'helmWorkloadDefinition',
  'helmWorkloadDefinitions',
  'helmWorkloadInstance',
  'helmWorkloadInstances',
  'hostName',
  'hostNames',
  'kubernetesRuntimeDefinition',
  'kubernetesRuntimeDefinitions',
  'kubernetesRuntimeInstance',
  'kubernetesRuntimeInstances',
  'moduleApi',
  'moduleApiRoute',
  'moduleApiRoutes',
  'moduleApis',
  'logBackend',
  'logBackends',
  'logStorageDefinition',
  'logStorageDefinitions',
  'logStorageInstance',
  'logStorageInstances',
  'loggingDefinition',
  'loggingDefinitions',
  'loggingInstance',
  'loggingInstances',
  'metricsDefinition',
  'metricsDefinitions',
  'metricsInstance',
  'metricsInstances',
  'notificationChannel',
  'notificationChannels',
  'observabilityDashboardDefinition',
  'observabilityDashboardDefinitions',
  'observabilityDashboardInstance',
  'observabilityDashboardInstances',
  'observabilityStackDefinition',
  'observabilityStackDefinitions',
  'observabilityStackInstance',
  'observabilityStackInstances',
  'policies',
  'policy',
  'policyException',
  'policyExceptions',
  'profile',
  'profiles',
  'project',
  'projects',
  'secretDefinition',
  'secretDefinitions',
  'secretInstance',
  'secretInstances',
  'supportServiceInstance',
  'supportServiceInstances',
  'terraformDefinition',
  'terraformDefinitions',
  'terraformInstance',
  'terraformInstances',
  'tier',
  'tiers',
  'workloadDefinition',
  'workloadDefinitions',
  'workloadInstance',
  'workloadInstances',
  'workloadServiceDependencies',
  'workloadServiceDependency',
  'object',
  'objects',
]

/** The permissions of the worker token; a new one is added here. */
const ofWorkers: Record<string, readonly string[]> = {
  Query: [
    ...reads,
    'clusterAccess',
    'dependencies',
    'relatedObjects',
    'abandonedIn',
    'externalOrphans',
    'inventory',
    'recordedResources',
    'watchedRuntimes',
    'abandonedResources',
    'node',
    'nodes',
    'openedSpec',
    'plannedPassword',
    'releasePolicies',
    'telemetrySources',
    'terraformRun',
    'terraformState',
    'serverInfo',
    'viewer',
  ],
  Mutation: [
    'reportProcess',
    'applyOwned',
    'startReconcile',
    'confirmDeletion',
    'forgetApplied',
    'forgetExternal',
    'recordExternal',
    'finishTerraformRun',
    'recordTerraformState',
    'renewTerraformRun',
    'startTerraformRun',
    'acknowledgeMessage',
    'takeNotifications',
    'forgetAbandoned',
    'forgetAbandonedResources',
    'renewLeases',
    'recordApplied',
    'reportReconcile',
    'reportSeen',
    'readopt',
    'placeInstance',
    'releaseAttached',
    'retireChildren',
    'reportSchemas',
    'takeDue',
    'triggerObjects',
  ],
  Subscription: reads,
}

/** Operations that administrators may not call, because each acts for a worker. */
const onlyOfWorkers = [
  'reportProcess',
  'applyOwned',
  'startReconcile',
  'confirmDeletion',
  'dependencies',
  'relatedObjects',
  'retireChildren',
  'abandonedIn',
  'clusterAccess',
  'externalOrphans',
  'forgetAbandoned',
  'forgetApplied',
  'forgetExternal',
  'recordExternal',
  'finishTerraformRun',
  'recordTerraformState',
  'renewTerraformRun',
  'startTerraformRun',
  'acknowledgeMessage',
  'takeNotifications',
  'telemetrySources',
  'terraformRun',
  'terraformState',
  'inventory',
  'recordedResources',
  'renewLeases',
  'openedSpec',
  'plannedPassword',
  'releasePolicies',
  'recordApplied',
  'reportReconcile',
  'reportSeen',
  'readopt',
  'placeInstance',
  'releaseAttached',
  'reportSchemas',
  'takeDue',
  'triggerObjects',
  'watchedRuntimes',
]

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

describe.each(operations)('$type $name', ({ type, name, field, path }) => {
  const text = `${type.toLowerCase()} { result: ${operationOf(field)} }`

  it('is for workers only if the list above has it', async () => {
    const isRefused =
      (await codeOf(server, { type, query: text, token: server.workerToken, path })) === 'FORBIDDEN'
    expect(isRefused).toBe(ofWorkers[type]?.includes(name) !== true)
  })

  it('is for administrators unless it belongs to workers', async () => {
    const isRefused =
      (await codeOf(server, { type, query: text, token: server.adminToken, path })) === 'FORBIDDEN'
    expect(isRefused).toBe(onlyOfWorkers.includes(name))
  })

  it.each(['', 'no-such-token'])('refuses clients without a known token: "%s"', async (token) => {
    expect(await codeOf(server, { type, query: text, token, path })).toBe('UNAUTHENTICATED')
  })
})

describe('routes', () => {
  it('are refused without a token, except those that reveal nothing, and to workers, except reads of objects', async () => {
    const wrong: string[] = []
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }))
    expect(routes).toContainEqual({ method: 'DELETE', url: '/v0/projects/:id' })
    expect(routes).toContainEqual({ method: 'POST', url: '/v1/restore' })
    for (const { method, url } of routes) {
      // GraphQL is tested above; a preflight has no permissions.
      if (url.includes('/graphql') && method !== 'GET') continue
      if (open.some((pattern) => pattern.test(url)) || url === '/graphql/stream') continue
      // Omitted: GraphQL shows them the same objects.
      const isReading = url.startsWith('/v0/') && (method === 'GET' || method === 'HEAD')
      // The list of the events of an object requires its id.
      const isEntries = /^\/v0\/events.join.attached.object.references$/.test(url)
      const isFound = url.startsWith('/v0/projects/:id') || !url.includes('/:id')
      const ofWorker = isEntries ? 400 : isFound ? 200 : 404
      for (const [token, status] of [
        [server.workerToken, isReading ? ofWorker : 403],
        ['no-such-token', 401],
        ['', 401],
      ] as const) {
        const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
        const path = url.replace(':id', url.startsWith('/v0/projects/') ? '1' : '999999').replace('*', 'x')
        const response = await server.app.inject({ method: method as 'GET', url: path, headers })
        if (response.statusCode !== status) wrong.push(`${method} ${url} ${token}: ${response.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the token of workers', () => {
  it.each([
    [
      'apply',
      'mutation { apply(input: { documents: [{ kind: "Project", name: "mine" }] }) { changeCursor } }',
    ],
    [
      'deleteObjects',
      'mutation { deleteObjects(input: { objects: [{ target: { named: { kind: Project, name: "default" } } }] }) { changeCursor } }',
    ],
  ])('does not write objects: %s', async (operation, query) => {
    const { body } = await server.graphql(query, {}, server.workerToken)
    expect(body.errors?.[0]).toMatchObject({
      message: `${operation} requires an administrator token; the worker token is for worker operations only`,
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it('is refused with the operation that it may not call', async () => {
    const { body } = await server.graphql(
      'mutation { deleteProject(input: { target: { name: "default" } }) { changeCursor } }',
      {},
      server.workerToken,
    )
    expect(body.errors?.[0]?.message).toBe(
      'deleteProject requires an administrator token; the worker token is for worker operations only',
    )
  })
})
