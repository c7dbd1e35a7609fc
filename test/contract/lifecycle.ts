/*
 * All requests of clients and workers to servers, once, in a meaningful order: deploying, changing,
 * reconciling, failing, invalid requests and deleting. Requests are named, so each release sends its own documents; one
 * that it does not have is omitted, with an empty response.
 */

/** The sender of a request. */
export type Party = 'administrator' | 'worker' | 'nobody'

/** Sends a request, and returns the response; missing and refused fields are empty. */
export type Send = (document: string, variables?: object, party?: Party) => Promise<ResponseFields>

interface ResponseFields {
  id: string
  epoch: number
  triggers: number
  inventory: { id: string }[]
  confirmation: { token: string }
  /** The object that a mutation wrote. */
  object: { id: string; generation: number }
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
export async function runLifecycle(send: Send): Promise<void> {
  await send('GetChangeCursorDocument')
  await makeKinds(send)
  await lookAround(send)
  await reconcileRuntime(send)
  const instance = await reconcileWorkload(send)
  await ownService(send)
  await confirm(send, instance)
  await readHistory(send)
  await beRefused(send)
  await deleteAll(send)
}

const kinds = [
  { kind: 'Project', name: 'team', spec: { description: 'A team.' }, to: { description: 'The team.' } },
  { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'SIMULATED' } },
  {
    kind: 'KubernetesRuntimeInstance',
    name: 'space',
    spec: { definition: 'simulated' },
    to: { defaultRuntime: true },
  },
  { kind: 'WorkloadDefinition', name: 'web', spec: { yamlDocument: 'kind: X' }, to: { yamlDocument } },
  { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web' }, to: { drift: 'REPORT' } },
  {
    kind: 'WorkloadServiceDependency',
    name: 'rpc',
    spec: { workloadInstance: 'web', upstreamHost: 'rpc.example.com' },
    to: { upstreamPort: 8443 },
  },
]

/** A reference to an object of a given kind. */
function byName(kind: string, name: string): object {
  return kind === 'Project' ? { name } : { named: { name } }
}

/** A reference to an object of any kind. */
function byKind(kind: string, name: string): object {
  return { named: { kind, name } }
}

async function get(send: Send, kind: string, name: string, party?: Party): Promise<ResponseFields> {
  return send('GetObjectDocument', { by: byKind(kind, name) }, party)
}

async function makeKinds(send: Send): Promise<void> {
  for (const { kind, name, spec, to = {} } of kinds) {
    const first = kind === 'WorkloadDefinition' ? { yamlDocument } : spec
    await send(`Create${kind}Document`, { input: { name, labels: { tier: 'front' }, spec: first } })
    await send(`Update${kind}Document`, {
      input: { target: byName(kind, name), spec: to },
      options: { reason: 'recorded', idempotencyKey: kind },
    })
    await send(`Get${kind}Document`, { by: byName(kind, name) })
    await send(`List${kind}Document`, { first: 2 })
  }
  const documents = [
    { kind: 'WorkloadDefinition', name: 'applied', spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name: 'applied', spec: { definition: 'applied' } },
  ]
  await send('ApplyDocument', { input: { documents }, options: { dryRun: true } })
  await send('ApplyDocument', { input: { documents }, options: { reason: 'recorded' } })
}

async function lookAround(send: Send): Promise<void> {
  await send('GetViewerDocument')
  await send('GetServerInfoDocument')
  const { id } = await get(send, 'WorkloadInstance', 'web')
  await get(send, 'WorkloadInstance', 'nobody')
  await send('GetObjectDocument', { by: { id } })
  const orderBy = [{ field: 'NAME' }, { field: 'KIND', direction: 'DESC' }]
  await send('ListObjectsDocument', { first: 3, filter: { projects: ['default'] }, orderBy })
  await send('GetQueuePositionDocument', { id })
  await send('ListNextTriesDocument', { ids: [id] })
  const definition = await get(send, 'WorkloadDefinition', 'web')
  await send('ListReferrersDocument', { id: definition.id, first: 1 })
  await send('ReconcileDocument', { input: { target: { id } }, options: { reason: 'recorded' } })
}

async function reconcileRuntime(send: Send): Promise<void> {
  const { id } = await get(send, 'KubernetesRuntimeInstance', 'space')
  const started = await send('StartReconcileDocument', { id }, 'worker')
  const outputs = { provider: 'simulated', apiEndpoint: 'http://127.0.0.1:1', kubernetesVersion: 'v1.34.1' }
  const secretOutputs = { accessKubeconfig: 'recorded' }
  await report(send, started, { id, phase: 'Ready', outputs, secretOutputs })
  await send('IssueKubeconfigDocument', { input: { runtime: byName('KubernetesRuntimeInstance', 'space') } })
  await send('ListWatchedDocument', { kind: 'KubernetesRuntimeInstance', first: 10 }, 'worker')
  await send('GetClusterAccessDocument', { id }, 'worker')
  await send('TriggerObjectsDocument', { runtimeId: id }, 'worker')
}

async function reconcileWorkload(send: Send): Promise<string> {
  const runtime = await get(send, 'KubernetesRuntimeInstance', 'space')
  const { id } = await get(send, 'WorkloadInstance', 'web')
  const started = await send('StartReconcileDocument', { id }, 'worker')
  const { epoch } = started
  await send('OpenedDefinitionDocument', { id, epoch }, 'worker')
  await send('RecordAppliedDocument', { id, epoch, resources: ['settings', 'old'].map(resource) }, 'worker')
  await send('RenewLeasesDocument', { reconciles: [{ id, epoch }] }, 'worker')
  await send('TakeDueDocument', { kinds: ['WorkloadInstance'], first: 1, overdue: 3_600_000 }, 'worker')
  const cause = { kind: 'WorkloadInstance', name: 'web', reason: 'Recorded', message: 'It waits.' }
  await report(send, started, { id, phase: 'Waiting', cause: { ...cause, since: time, retryAt: time } })
  await send('GetWorkloadInstanceDocument', { by: byName('WorkloadInstance', 'web') })

  const again = await send('StartReconcileDocument', { id }, 'worker')
  await send('GetInventoryDocument', { id }, 'worker')
  await send('ListAppliedDocument', { id, first: 1 })
  const [entry] = again.inventory.slice(1)
  const { epoch: later } = again
  await send('ForgetAppliedDocument', { id, epoch: later, entries: [entry?.id] }, 'worker')
  const outputs = { namespace: 'web', resources: 1, readyResources: 1 }
  const applied = [{ ...resource('settings', 0), uid: 'u', resourceVersion: '7', liveGeneration: 1 }]
  await report(send, again, { id, phase: 'Ready', outputs, applied })
  const database = { provider: 'aws', account: '1', region: 'here', type: 'Database', name: 'web', order: 0 }
  const { epoch: third } = await send('StartReconcileDocument', { id }, 'worker')
  const resources = [{ ...database, tags: { team: 'a' } }]
  await send('RecordExternalDocument', { id, epoch: third, resources }, 'worker')
  const found = [{ ...database, order: undefined, name: 'lost', externalId: 'db-1' }]
  await send('FindExternalOrphansDocument', { found }, 'worker')
  await send('ForgetExternalDocument', { id, epoch: third, entries: ['1'] }, 'worker')
  await report(send, { ...again, epoch: third }, { id, phase: 'Ready', outputs })
  await send('ReportSeenDocument', { resources: [{ ownerId: id, uid: 'u', resourceVersion: '8' }] }, 'worker')
  await send('GetWorkloadInstanceDocument', { by: byName('WorkloadInstance', 'web') })
  return id

  function resource(name: string, order: number) {
    const type = { group: '', version: 'v1', kind: 'ConfigMap' }
    return { runtimeId: runtime.id, ...type, namespace: 'web', name, order, hash: 'h' }
  }
}

async function confirm(send: Send, id: string): Promise<void> {
  const started = await send('StartReconcileDocument', { id }, 'worker')
  await report(send, started, { id, phase: 'Waiting', confirm: [{ id: 'u', text: 'ConfigMap settings' }] })
  const { confirmation } = await get(send, 'WorkloadInstance', 'web')
  const input = { target: byKind('WorkloadInstance', 'web'), token: confirmation.token }
  await send('ConfirmRemovalDocument', { input, options: { reason: 'recorded' } })
  const again = await send('StartReconcileDocument', { id }, 'worker')
  await report(send, again, { id, phase: 'Failed', waitingFor: { id, version: 1 } })
}

const service = { kind: 'SupportServiceInstance', name: 'proxy' }

/** A dependency becomes the owner of a support service. */
async function ownService(send: Send): Promise<void> {
  const { id } = await get(send, 'WorkloadServiceDependency', 'rpc')
  const started = await send('StartReconcileDocument', { id }, 'worker')
  const { epoch } = started
  const spec = { service: 'forward-proxy', runtime: 'space' }
  const claim = { claim: 'rpc.web.svc', parameters: { host: 'rpc.example.com' }, field: 'spec.upstreamHost' }
  await send(
    'ApplyOwnedDocument',
    { id, epoch, documents: [{ ...service, spec, ...claim }], withLocations: false },
    'worker',
  )
  const owned = await get(send, service.kind, service.name)
  await send('ListSupportServiceInstanceDocument', { first: 2 })
  await send('ListOwnedDocument', { id, first: 10 })
  await send('ListOwnersDocument', { id: owned.id, first: 10 })
  const target = byName(service.kind, service.name)
  await send('GetSupportServiceInstanceDocument', { by: target })
  const own = { name: 'own', spec: { ...spec, service: 'FORWARD_PROXY' } }
  await send('CreateSupportServiceInstanceDocument', { input: own })
  await send('UpdateSupportServiceInstanceDocument', { input: { target, labels: { a: 'b' } } })
  await send('DeleteSupportServiceInstanceDocument', { input: { target } })
  await report(send, started, { id, phase: 'Ready' })
}

async function readHistory(send: Send): Promise<void> {
  await send('GetEventsDocument', { by: byKind('WorkloadInstance', 'web'), first: 10 })
  await send('ListChangesDocument', { first: 6 })
  await send('FollowChangesDocument', { after: '0', kinds: ['WorkloadDefinition'] })
  await send('ListHistoryDocument', { by: byKind('Project', 'team'), first: 10 })
  const input = { target: byKind('Project', 'team'), toGeneration: 1 }
  await send('RollBackDocument', { input, options: { dryRun: true } })
  await send('WatchObjectDocument', { by: byKind('Project', 'team') })
  await send('WatchObjectsDocument', { filter: { kinds: ['Project'] } })
  for (const { kind } of kinds) await send(`Watch${kind}Document`)
  await send('WatchSupportServiceInstanceDocument')
}

/** Causes each error that is possible without damage. */
async function beRefused(send: Send): Promise<void> {
  const target = { by: byKind('WorkloadInstance', 'web') }
  const { id } = await send('GetObjectDocument', target)
  await send('GetObjectDocument', target, 'nobody')
  await send('StartReconcileDocument', { id })
  await send('StartReconcileDocument', { id: '999' }, 'worker')
  await get(send, 'Unknown', 'web')
  await send('GetObjectDocument', { by: { id, named: { kind: 'Project', name: 7 } } })
  await send('CreateWorkloadDefinitionDocument', { input: { name: 'Not a name', spec: { unknown: 1 } } })
  await send('CreateWorkloadDefinitionDocument', { input: { name: 'web', spec: { yamlDocument } } })
  const team = { target: byName('Project', 'team') }
  await send('UpdateProjectDocument', { input: { ...team, expectedVersion: 7 } })
  await send('UpdateProjectDocument', { input: { target: byName('Project', 'nobody') } })
  await send('UpdateProjectDocument', { input: team, options: { idempotencyKey: 'Project' } })
  await send('DeleteWorkloadDefinitionDocument', { input: { target: byName('WorkloadDefinition', 'web') } })
  await send('ListChangesDocument', { after: '999999999' })
  await send(
    'ReportReconcileDocument',
    { id, epoch: 99, report: reportOf({ phase: 'Ready' }, 1, 1) },
    'worker',
  )
  await send('ReadoptDocument', { id, epoch: 99, orphanedIds: ['999'] }, 'worker')
  await send('FindOrphansDocument', { runtime: byKind('KubernetesRuntimeInstance', 'space') })
  await send('GetResourceTreeDocument', target)
  await send('FollowResourceTreeDocument', target)
  await send('ReadLogsDocument', { by: byKind('WorkloadInstance', 'nobody') })
}

async function deleteAll(send: Send): Promise<void> {
  const remove = async (kind: string, name: string, options: object = {}): Promise<string> => {
    const input = { target: byName(kind, name) }
    const { object } = await send(`Delete${kind}Document`, { input, options })
    // A repetition and a refusal have no object.
    return object?.id ?? ''
  }
  const dependency = await remove('WorkloadServiceDependency', 'rpc', { reason: 'recorded' })
  const { epoch } = await send('StartReconcileDocument', { id: dependency }, 'worker')
  await send('ApplyOwnedDocument', { id: dependency, epoch, documents: [], withLocations: false }, 'worker')
  const { id: owned } = await get(send, service.kind, service.name)
  await takeDown(send, owned)
  await send('ConfirmDeletionDocument', { id: dependency, epoch, leaveBehind: false }, 'worker')
  const objects = [{ target: byKind('WorkloadInstance', 'web') }]
  await send('DeleteObjectsDocument', { input: { objects, force: true } })
  const { id } = await get(send, 'WorkloadInstance', 'web')
  await takeDown(send, id, true)
  await get(send, 'WorkloadInstance', 'web')
  const { id: runtime } = await get(send, 'KubernetesRuntimeInstance', 'space')
  await send('ListAbandonedResourcesDocument')
  await send('ListAbandonedDocument', { runtimeId: runtime }, 'worker')
  await send('ForgetAbandonedResourcesDocument', { ids: ['AbandonedResource:1'] })
  await send('ForgetAbandonedDocument', { ids: ['2'] }, 'worker')
  await takeDown(send, await remove('WorkloadInstance', 'applied'))
  await remove('WorkloadDefinition', 'web', { idempotencyKey: 'deleted' })
  await remove('WorkloadDefinition', 'web', { idempotencyKey: 'deleted' })
  await takeDown(send, await remove('KubernetesRuntimeInstance', 'space'))
  await remove('KubernetesRuntimeDefinition', 'simulated')
  await remove('Project', 'team')
}

async function takeDown(send: Send, id: string, leaveBehind = false): Promise<void> {
  const { epoch } = await send('StartReconcileDocument', { id }, 'worker')
  await send('ConfirmDeletionDocument', { id, epoch, leaveBehind }, 'worker')
}

interface Reported {
  id: string
  phase: string
  applied?: object[]
  [more: string]: unknown
}

async function report(
  send: Send,
  started: ResponseFields,
  { id, applied = [], ...content }: Reported,
): Promise<void> {
  const { epoch, triggers, object } = started
  const text = reportOf(content, triggers, object.generation)
  await send('ReportReconcileDocument', { id, epoch, report: text, applied }, 'worker')
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
