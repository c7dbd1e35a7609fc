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

async function get(say: Say, kind: string, name: string, party?: Party): Promise<Told> {
  return say('GetObjectDocument', { by: byKind(kind, name) }, party)
}

async function makeKinds(say: Say): Promise<void> {
  for (const { kind, name, spec, to = {} } of kinds) {
    const first = kind === 'WorkloadDefinition' ? { yamlDocument } : spec
    await say(`Create${kind}Document`, { input: { name, labels: { tier: 'front' }, spec: first } })
    await say(`Update${kind}Document`, {
      input: { target: byName(kind, name), spec: to },
      options: { reason: 'recorded', idempotencyKey: kind },
    })
    await say(`Get${kind}Document`, { by: byName(kind, name) })
    await say(`List${kind}Document`, { first: 2 })
  }
  const documents = [
    { kind: 'WorkloadDefinition', name: 'applied', spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name: 'applied', spec: { definition: 'applied' } },
  ]
  await say('ApplyDocument', { input: { documents }, options: { dryRun: true } })
  await say('ApplyDocument', { input: { documents }, options: { reason: 'recorded' } })
}

async function lookAround(say: Say): Promise<void> {
  await say('GetViewerDocument')
  await say('GetServerInfoDocument')
  const { id } = await get(say, 'WorkloadInstance', 'web')
  await get(say, 'WorkloadInstance', 'nobody')
  await say('GetObjectDocument', { by: { id } })
  const orderBy = [{ field: 'NAME' }, { field: 'KIND', direction: 'DESC' }]
  await say('ListObjectsDocument', { first: 3, filter: { projects: ['default'] }, orderBy })
  await say('GetQueuePositionDocument', { id })
  await say('ListNextTriesDocument', { ids: [id] })
  const definition = await get(say, 'WorkloadDefinition', 'web')
  await say('ListReferrersDocument', { id: definition.id, first: 1 })
  await say('ReconcileDocument', { input: { target: { id } }, options: { reason: 'recorded' } })
}

async function reconcileRuntime(say: Say): Promise<void> {
  const { id } = await get(say, 'KubernetesRuntimeInstance', 'space')
  const started = await say('StartReconcileDocument', { id }, 'worker')
  const outputs = { provider: 'simulated', apiEndpoint: 'http://127.0.0.1:1', kubernetesVersion: 'v1.34.1' }
  const secretOutputs = { accessKubeconfig: 'recorded' }
  await report(say, started, { id, phase: 'Ready', outputs, secretOutputs })
  await say('IssueKubeconfigDocument', { input: { runtime: byName('KubernetesRuntimeInstance', 'space') } })
  await say('ListWatchedDocument', { kind: 'KubernetesRuntimeInstance', first: 10 }, 'worker')
  await say('GetClusterAccessDocument', { id }, 'worker')
  await say('TriggerObjectsDocument', { runtimeId: id }, 'worker')
}

async function reconcileWorkload(say: Say): Promise<string> {
  const runtime = await get(say, 'KubernetesRuntimeInstance', 'space')
  const { id } = await get(say, 'WorkloadInstance', 'web')
  const started = await say('StartReconcileDocument', { id }, 'worker')
  const { epoch } = started
  await say('OpenedDefinitionDocument', { id, epoch }, 'worker')
  await say('RecordAppliedDocument', { id, epoch, resources: ['settings', 'old'].map(resource) }, 'worker')
  await say('RenewLeasesDocument', { reconciles: [{ id, epoch }] }, 'worker')
  await say('TakeDueDocument', { kinds: ['WorkloadInstance'], first: 1, overdue: 3_600_000 }, 'worker')
  const cause = { kind: 'WorkloadInstance', name: 'web', reason: 'Recorded', message: 'It waits.' }
  await report(say, started, { id, phase: 'Waiting', cause: { ...cause, since: time, retryAt: time } })
  await say('GetWorkloadInstanceDocument', { by: byName('WorkloadInstance', 'web') })

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
  await say('GetWorkloadInstanceDocument', { by: byName('WorkloadInstance', 'web') })
  return id

  function resource(name: string, order: number) {
    const type = { group: '', version: 'v1', kind: 'ConfigMap' }
    return { runtimeId: runtime.id, ...type, namespace: 'web', name, order, hash: 'h' }
  }
}

async function confirm(say: Say, id: string): Promise<void> {
  const started = await say('StartReconcileDocument', { id }, 'worker')
  await report(say, started, { id, phase: 'Waiting', confirm: [{ id: 'u', text: 'ConfigMap settings' }] })
  const { confirmation } = await get(say, 'WorkloadInstance', 'web')
  const input = { target: byKind('WorkloadInstance', 'web'), token: confirmation.token }
  await say('ConfirmRemovalDocument', { input, options: { reason: 'recorded' } })
  const again = await say('StartReconcileDocument', { id }, 'worker')
  await report(say, again, { id, phase: 'Failed', waitingFor: { id, version: 1 } })
}

const service = { kind: 'SupportServiceInstance', name: 'proxy' }

/** A dependency becomes the owner of a support service. */
async function ownService(say: Say): Promise<void> {
  const { id } = await get(say, 'WorkloadServiceDependency', 'rpc')
  const started = await say('StartReconcileDocument', { id }, 'worker')
  const { epoch } = started
  const spec = { service: 'forward-proxy', runtime: 'space' }
  const claim = { claim: 'rpc.web.svc', parameters: { host: 'rpc.example.com' }, field: 'spec.upstreamHost' }
  await say('ApplyOwnedDocument', { id, epoch, documents: [{ ...service, spec, ...claim }] }, 'worker')
  const owned = await get(say, service.kind, service.name)
  await say('ListSupportServiceInstanceDocument', { first: 2 })
  await say('ListOwnedDocument', { id, first: 10 })
  await say('ListOwnersDocument', { id: owned.id, first: 10 })
  const target = byName(service.kind, service.name)
  await say('GetSupportServiceInstanceDocument', { by: target })
  const own = { name: 'own', spec: { ...spec, service: 'FORWARD_PROXY' } }
  await say('CreateSupportServiceInstanceDocument', { input: own })
  await say('UpdateSupportServiceInstanceDocument', { input: { target, labels: { a: 'b' } } })
  await say('DeleteSupportServiceInstanceDocument', { input: { target } })
  await report(say, started, { id, phase: 'Ready' })
}

async function readHistory(say: Say): Promise<void> {
  await say('GetEventsDocument', { by: byKind('WorkloadInstance', 'web'), first: 10 })
  await say('ListChangesDocument', { first: 6 })
  await say('FollowChangesDocument', { after: '0', kinds: ['WorkloadDefinition'] })
  await say('ListHistoryDocument', { by: byKind('Project', 'team'), first: 10 })
  const input = { target: byKind('Project', 'team'), toGeneration: 1 }
  await say('RollBackDocument', { input, options: { dryRun: true } })
  await say('WatchObjectDocument', { by: byKind('Project', 'team') })
  await say('WatchObjectsDocument', { filter: { kinds: ['Project'] } })
  for (const { kind } of kinds) await say(`Watch${kind}Document`)
  await say('WatchSupportServiceInstanceDocument')
}

/** Causes each error that is possible without damage. */
async function beRefused(say: Say): Promise<void> {
  const target = { by: byKind('WorkloadInstance', 'web') }
  const { id } = await say('GetObjectDocument', target)
  await say('GetObjectDocument', target, 'nobody')
  await say('StartReconcileDocument', { id })
  await say('StartReconcileDocument', { id: '999' }, 'worker')
  await get(say, 'Unknown', 'web')
  await say('GetObjectDocument', { by: { id, named: { kind: 'Project', name: 7 } } })
  await say('CreateWorkloadDefinitionDocument', { input: { name: 'Not a name', spec: { unknown: 1 } } })
  await say('CreateWorkloadDefinitionDocument', { input: { name: 'web', spec: { yamlDocument } } })
  const team = { target: byName('Project', 'team') }
  await say('UpdateProjectDocument', { input: { ...team, expectedVersion: 7 } })
  await say('UpdateProjectDocument', { input: { target: byName('Project', 'nobody') } })
  await say('UpdateProjectDocument', { input: team, options: { idempotencyKey: 'Project' } })
  await say('DeleteWorkloadDefinitionDocument', { input: { target: byName('WorkloadDefinition', 'web') } })
  await say('ListChangesDocument', { after: '999999999' })
  await say(
    'ReportReconcileDocument',
    { id, epoch: 99, report: reportOf({ phase: 'Ready' }, 1, 1) },
    'worker',
  )
  await say('ReadoptDocument', { id, epoch: 99, orphanedIds: ['999'] }, 'worker')
  await say('FindOrphansDocument', { runtime: byKind('KubernetesRuntimeInstance', 'space') })
  await say('GetResourceTreeDocument', target)
  await say('FollowResourceTreeDocument', target)
  await say('ReadLogsDocument', { by: byKind('WorkloadInstance', 'nobody') })
}

async function deleteAll(say: Say): Promise<void> {
  const remove = async (kind: string, name: string, options: object = {}): Promise<string> => {
    const input = { target: byName(kind, name) }
    const { object } = await say(`Delete${kind}Document`, { input, options })
    // A repetition and a refusal have no object.
    return object?.id ?? ''
  }
  const dependency = await remove('WorkloadServiceDependency', 'rpc', { reason: 'recorded' })
  const { epoch } = await say('StartReconcileDocument', { id: dependency }, 'worker')
  await say('ApplyOwnedDocument', { id: dependency, epoch, documents: [] }, 'worker')
  const { id: owned } = await get(say, service.kind, service.name)
  await takeDown(say, owned)
  await say('ConfirmDeletionDocument', { id: dependency, epoch, leaveBehind: false }, 'worker')
  const objects = [{ target: byKind('WorkloadInstance', 'web') }]
  await say('DeleteObjectsDocument', { input: { objects, force: true } })
  const { id } = await get(say, 'WorkloadInstance', 'web')
  await takeDown(say, id, true)
  await get(say, 'WorkloadInstance', 'web')
  const { id: runtime } = await get(say, 'KubernetesRuntimeInstance', 'space')
  await say('ListAbandonedResourcesDocument')
  await say('ListAbandonedDocument', { runtimeId: runtime }, 'worker')
  await say('ForgetAbandonedResourcesDocument', { ids: ['AbandonedResource:1'] })
  await say('ForgetAbandonedDocument', { ids: ['2'] }, 'worker')
  await takeDown(say, await remove('WorkloadInstance', 'applied'))
  await remove('WorkloadDefinition', 'web', { idempotencyKey: 'deleted' })
  await remove('WorkloadDefinition', 'web', { idempotencyKey: 'deleted' })
  await takeDown(say, await remove('KubernetesRuntimeInstance', 'space'))
  await remove('KubernetesRuntimeDefinition', 'simulated')
  await remove('Project', 'team')
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
