/*
 * All requests of clients and workers to servers, once, in a meaningful order: deploying, changing,
 * reconciling, failing, invalid requests and deleting. Requests are named, so each release sends its own documents; one
 * that it does not have is omitted, with an empty response.
 */

/** The sender of a request. */
export type Party = 'administrator' | 'worker' | 'nobody'

/** Sends a request, and returns the response; missing and refused fields are empty. */
export type Say = (document: string, variables?: object, party?: Party) => Promise<Told>

interface Told {
  id: string
  epoch: number
  triggers: number
  object: { generation: number }
  inventory: { id: string }[]
  confirmation: { token: string }
  edges: { node: { cursor: string } }[]
}

const time = '2026-01-01T00:00:00.000Z'
const yamlDocument = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  value: a
`

/** Runs one life of a control plane as its clients see it. */
export async function runLifecycle(say: Say): Promise<void> {
  await say('GetChangeCursorDocument')
  await makeKinds(say)
  await lookAround(say)
  await reconcileRuntime(say)
  const instance = await reconcileWorkload(say)
  await ownService(say)
  await confirm(say, instance)
  await readHistory(say)
  await beRefused(say)
  await deleteAll(say)
}

const kinds = [
  { kind: 'Project', name: 'team', spec: { description: 'A team.' }, to: { description: 'The team.' } },
  { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
  {
    kind: 'KubernetesRuntimeInstance',
    name: 'space',
    spec: { definition: 'simulated' },
    to: { defaultRuntime: true },
  },
  { kind: 'WorkloadDefinition', name: 'web', spec: { yamlDocument: 'kind: X' }, to: { yamlDocument } },
  { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web' }, to: { drift: 'report' } },
  {
    kind: 'WorkloadServiceDependency',
    name: 'rpc',
    spec: { workloadInstance: 'web', upstreamHost: 'rpc.example.com' },
    to: { upstreamPort: 8443 },
  },
]

async function makeKinds(say: Say): Promise<void> {
  for (const { kind, name, spec, to = {} } of kinds) {
    const first = kind === 'WorkloadDefinition' ? { yamlDocument } : spec
    await say(`Create${kind}Document`, { input: { name, labels: { tier: 'front' }, spec: first } })
    await say(`Update${kind}Document`, {
      name,
      input: { spec: to },
      reason: 'recorded',
      idempotencyKey: kind,
    })
    await say(`Get${kind}Document`, { name })
    await say(`List${kind}Document`, { first: 2 })
  }
  const documents = [
    { kind: 'WorkloadDefinition', name: 'applied', spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name: 'applied', spec: { definition: 'applied' } },
  ]
  await say('ApplyDocument', { documents, dryRun: true })
  await say('ApplyDocument', { documents, reason: 'recorded' })
}

async function lookAround(say: Say): Promise<void> {
  const { id } = await say('GetObjectDocument', { kind: 'WorkloadInstance', name: 'web' })
  await say('GetObjectDocument', { kind: 'WorkloadInstance', name: 'nobody' })
  await say('GetNodeDocument', { id })
  await say('ListObjectsDocument', { first: 3, filter: { project: 'default' }, order: { field: 'NAME' } })
  await say('GetQueuePositionDocument', { id })
  const definition = await say('GetObjectDocument', { kind: 'WorkloadDefinition', name: 'web' })
  await say('ListReferrersDocument', { id: definition.id, first: 1 })
  await say('ReconcileDocument', { target: { id }, reason: 'recorded' })
}

async function reconcileRuntime(say: Say): Promise<void> {
  const { id } = await say('GetKubernetesRuntimeInstanceDocument', { name: 'space' })
  await say('GetKubeconfigDocument', { name: 'space' })
  const started = await say('StartReconcileDocument', { id }, 'worker')
  const outputs = { provider: 'simulated', apiEndpoint: 'http://127.0.0.1:1', kubernetesVersion: 'v1.34.1' }
  const secretOutputs = { accessKubeconfig: 'recorded' }
  await report(say, started, { id, phase: 'Ready', outputs, secretOutputs })
  await say('GetKubeconfigDocument', { name: 'space' })
  await say('IssueKubeconfigDocument', { name: 'space' })
  await say('ListWatchedDocument', { kind: 'KubernetesRuntimeInstance', first: 10 }, 'worker')
  await say('GetClusterAccessDocument', { id }, 'worker')
  await say('TriggerObjectsDocument', { runtimeId: id }, 'worker')
}

async function reconcileWorkload(say: Say): Promise<string> {
  const runtime = await say('GetKubernetesRuntimeInstanceDocument', { name: 'space' })
  const { id } = await say('GetWorkloadInstanceDocument', { name: 'web' })
  const started = await say('StartReconcileDocument', { id }, 'worker')
  const { epoch } = started
  await say('OpenedDefinitionDocument', { id, epoch }, 'worker')
  await say('RecordAppliedDocument', { id, epoch, resources: ['settings', 'old'].map(resource) }, 'worker')
  await say('RenewLeasesDocument', { reconciles: [{ id, epoch }] }, 'worker')
  await say('TakeDueDocument', { kinds: ['WorkloadInstance'], first: 1, overdue: 3_600_000 }, 'worker')
  const cause = { kind: 'WorkloadInstance', name: 'web', reason: 'Recorded', message: 'It waits.' }
  await report(say, started, { id, phase: 'Waiting', cause: { ...cause, since: time, retryAt: time } })
  await say('GetWorkloadInstanceDocument', { name: 'web' })

  const again = await say('StartReconcileDocument', { id }, 'worker')
  await say('GetInventoryDocument', { id }, 'worker')
  await say('ListAppliedDocument', { id, first: 1 })
  const [entry] = again.inventory.slice(1)
  const { epoch: later } = again
  await say('ForgetAppliedDocument', { id, epoch: later, entries: [entry?.id] }, 'worker')
  const outputs = { namespace: 'web', resources: 1, readyResources: 1 }
  const applied = [{ ...resource('settings', 0), uid: 'u', resourceVersion: '7', liveGeneration: 1 }]
  await report(say, again, { id, phase: 'Ready', outputs, applied })
  const database = { provider: 'aws', account: '1', region: 'here', type: 'Database', name: 'web', order: 0 }
  const { epoch: third } = await say('StartReconcileDocument', { id }, 'worker')
  const resources = [{ ...database, tags: { team: 'a' } }]
  await say('RecordExternalDocument', { id, epoch: third, resources }, 'worker')
  const found = [{ ...database, order: undefined, name: 'lost', externalId: 'db-1' }]
  await say('FindExternalOrphansDocument', { found }, 'worker')
  await say('ForgetExternalDocument', { id, epoch: third, entries: ['1'] }, 'worker')
  await report(say, { ...again, epoch: third }, { id, phase: 'Ready', outputs })
  await say('ReportSeenDocument', { resources: [{ ownerId: id, uid: 'u', resourceVersion: '8' }] }, 'worker')
  await say('GetWorkloadInstanceDocument', { name: 'web' })
  return id

  function resource(name: string, order: number) {
    const type = { group: '', version: 'v1', kind: 'ConfigMap' }
    return { runtimeId: runtime.id, ...type, namespace: 'web', name, order, hash: 'h' }
  }
}

async function confirm(say: Say, id: string): Promise<void> {
  const started = await say('StartReconcileDocument', { id }, 'worker')
  await report(say, started, { id, phase: 'Waiting', confirm: [{ id: 'u', text: 'ConfigMap settings' }] })
  const target = { kind: 'WorkloadInstance', name: 'web' }
  const { confirmation } = await say('GetObjectDocument', target)
  await say('ConfirmRemovalDocument', { target, token: confirmation.token, reason: 'recorded' })
  const again = await say('StartReconcileDocument', { id }, 'worker')
  await report(say, again, { id, phase: 'Failed', waitingFor: { id, version: 1 } })
}

const service = { kind: 'SupportServiceInstance', name: 'proxy' }

/** A dependency becomes the owner of a support service. */
async function ownService(say: Say): Promise<void> {
  const { id } = await say('GetWorkloadServiceDependencyDocument', { name: 'rpc' })
  const { epoch } = await say('StartReconcileDocument', { id }, 'worker')
  const spec = { service: 'forward-proxy', runtime: 'space' }
  const claim = { claim: 'rpc.web.svc', parameters: { host: 'rpc.example.com' }, field: 'spec.upstreamHost' }
  await say('ApplyOwnedDocument', { id, epoch, documents: [{ ...service, spec, ...claim }] }, 'worker')
  const owned = await say('GetSupportServiceInstanceDocument', { name: service.name })
  await say('ListSupportServiceInstanceDocument', { first: 2 })
  await say('ListOwnedDocument', { id, first: 10 })
  await say('ListOwnersDocument', { id: owned.id, first: 10 })
  await say('CreateSupportServiceInstanceDocument', { input: { name: 'own', spec } })
  await say('UpdateSupportServiceInstanceDocument', { name: service.name, input: { labels: { a: 'b' } } })
  await say('DeleteSupportServiceInstanceDocument', { name: service.name })
}

async function readHistory(say: Say): Promise<void> {
  await say('GetEventsDocument', { kind: 'WorkloadInstance', name: 'web', first: 10 })
  await say('ListChangesDocument', { first: 6 })
  await say('FollowChangesDocument', { after: '0', kinds: ['WorkloadDefinition'] })
}

/** Causes each error that is possible without damage. */
async function beRefused(say: Say): Promise<void> {
  const target = { kind: 'WorkloadInstance', name: 'web' }
  const { id } = await say('GetObjectDocument', target)
  await say('GetObjectDocument', target, 'nobody')
  await say('StartReconcileDocument', { id })
  await say('StartReconcileDocument', { id: '999' }, 'worker')
  await say('GetObjectDocument', { kind: 'Unknown', name: 'web' })
  await say('GetObjectDocument', { kind: 7 })
  await say('CreateWorkloadDefinitionDocument', { input: { name: 'Not a name', spec: { unknown: 1 } } })
  await say('CreateWorkloadDefinitionDocument', { input: { name: 'web', spec: { yamlDocument } } })
  await say('UpdateProjectDocument', { name: 'team', input: {}, expectedVersion: 7 })
  await say('UpdateProjectDocument', { name: 'nobody', input: {} })
  await say('UpdateProjectDocument', { name: 'team', input: {}, idempotencyKey: 'Project' })
  await say('DeleteWorkloadDefinitionDocument', { name: 'web' })
  await say('ListChangesDocument', { after: '999999999' })
  await say(
    'ReportReconcileDocument',
    { id, epoch: 99, report: reportOf({ phase: 'Ready' }, 1, 1) },
    'worker',
  )
  await say('ReadoptDocument', { id, epoch: 99, orphanedIds: ['999'] }, 'worker')
  await say('FindOrphansDocument', { runtime: 'space' })
  await say('GetResourceTreeDocument', target)
  await say('FollowResourceTreeDocument', target)
  await say('ReadLogsDocument', { ...target, kind: 'Unknown' })
}

async function deleteAll(say: Say): Promise<void> {
  const dependency = await say('DeleteWorkloadServiceDependencyDocument', { name: 'rpc', reason: 'recorded' })
  const { epoch } = await say('StartReconcileDocument', { id: dependency.id }, 'worker')
  await say('ApplyOwnedDocument', { id: dependency.id, epoch, documents: [] }, 'worker')
  const { id: owned } = await say('GetObjectDocument', service)
  await takeDown(say, owned)
  await takeDown(say, dependency.id)
  const forced = { kind: 'WorkloadInstance', name: 'web' }
  await say('DeleteObjectsDocument', { targets: [forced], force: true })
  const { id } = await say('GetObjectDocument', forced)
  await takeDown(say, id, true)
  await say('GetObjectDocument', forced)
  await say('ListAbandonedResourcesDocument')
  await say('ForgetAbandonedResourcesDocument', { ids: ['1', '2'] })
  const instance = await say('DeleteWorkloadInstanceDocument', { name: 'applied' })
  await takeDown(say, instance.id)
  await say('DeleteWorkloadDefinitionDocument', { name: 'web', idempotencyKey: 'deleted' })
  await say('DeleteWorkloadDefinitionDocument', { name: 'web', idempotencyKey: 'deleted' })
  const runtime = await say('DeleteKubernetesRuntimeInstanceDocument', { name: 'space' })
  await takeDown(say, runtime.id)
  await say('DeleteKubernetesRuntimeDefinitionDocument', { name: 'simulated' })
  await say('DeleteProjectDocument', { name: 'team' })
}

async function takeDown(say: Say, id: string, leaveBehind = false): Promise<void> {
  const { epoch } = await say('StartReconcileDocument', { id }, 'worker')
  await say('ConfirmDeletionDocument', { id, epoch, leaveBehind }, 'worker')
}

interface Reported {
  id: string
  phase: string
  applied?: object[]
  [more: string]: unknown
}

async function report(say: Say, started: Told, { id, applied = [], ...said }: Reported): Promise<void> {
  const { epoch, triggers, object } = started
  const text = reportOf(said, triggers, object.generation)
  await say('ReportReconcileDocument', { id, epoch, report: text, applied }, 'worker')
}

function reportOf(
  { phase, cause, outputs = {}, ...more }: Omit<Reported, 'id'>,
  triggers: number,
  observedGeneration: number,
) {
  const ready = phase === 'Ready'
  const condition = {
    type: 'Ready',
    status: ready ? 'True' : 'False',
    reason: 'Recorded',
    message: 'As it was recorded.',
    observedGeneration,
    lastTransitionTime: time,
  }
  const status = { phase, conditions: [condition], ...(cause === undefined ? {} : { cause }), outputs }
  const events = [{ type: ready ? 'Normal' : 'Warning', reason: 'Recorded', note: 'As it was recorded.' }]
  return { triggers, observedGeneration, status, failures: 0, events, requeueAfter: 3_600_000, ...more }
}
