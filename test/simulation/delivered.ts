import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { recordOf } from '../../schema/records.ts'
import type { Tables } from './database/tables.ts'
import { keyOf } from './wishes.ts'

/* What applications have at rest, by rules that are simpler than those of the workers. */

function outputsOf({ status }: StoredObject): Record<string, unknown> {
  return recordOf(recordOf(status)['outputs'])
}

function ownersOf({ ownerships, objects }: Tables, id: bigint): StoredObject[] {
  return [...ownerships.values()].flatMap(({ ownedId, ownerId }) =>
    ownedId === id ? (objects.get(ownerId) ?? []) : [],
  )
}

/** Reports whether the object is the copy of a definition of a revision, or what an environment or a preview runs. */
export function isDelivered(tables: Tables, { id, kind, name }: StoredObject): boolean {
  return ownersOf(tables, id).some(
    (owner) =>
      (owner.name === name &&
        ((owner.kind === 'ApplicationRevision' && kind === 'WorkloadDefinition') ||
          (owner.kind === 'Stage' && kind === 'WorkloadInstance'))) ||
      (owner.kind === 'Preview' &&
        ['WorkloadDefinition', 'WorkloadInstance'].includes(kind) &&
        name === previewNameOf(owner)),
  )
}

function previewNameOf({ spec }: StoredObject): string {
  const { application, pullRequest } = recordOf(spec)
  return `${String(application)}-pr-${String(pullRequest)}`
}

/** Reports whether a delivery that is not ready may stay so: it was refused, has failed, or waits for a person. */
export function isDeliveryEnded(status: unknown): boolean {
  const { state } = recordOf(recordOf(status)['outputs'])
  return ['Rejected', 'RolledBack', 'Failed', 'Waiting'].includes(String(state))
}

/** Reports whether a rollout that failed keeps a stage, its application, or what the stage runs from being ready. */
export function isOfFailedRollout(tables: Tables, object: StoredObject): boolean {
  const isFailed = (stage: StoredObject): boolean =>
    outputsOf(stage)['state'] === 'RolledBack' || hasStopped(stage) || crashes(tables, stage)
  return stagesOf(tables, object).some((stage) =>
    object.kind === 'WorkloadInstance'
      ? crashes(tables, stage) || (hasStopped(stage) && isHaltedIn(object))
      : isFailed(stage),
  )
}

/** Reports whether an abort has kept a revision from further locations. */
function isHaltedIn(object: StoredObject): boolean {
  return recordOf(outputsOf(object)['rollout'])['state'] === 'Paused'
}

/** Reports whether an instance is that of a stage, or that of one of its locations. */
function isInstanceOf(stage: StoredObject, name: unknown): boolean {
  const { locations } = outputsOf(stage)
  return (
    stage.name === name ||
    (Array.isArray(locations) && locations.map(recordOf).some(({ instance }) => instance === name))
  )
}

/** Reports whether a job or a person has ended the rollout of a stage that has no earlier revision. */
function hasStopped(stage: StoredObject): boolean {
  const { state, cause } = outputsOf(stage)
  return (state === 'Failed' && /^(Job|Aborted)/.test(String(cause))) || hasStoppedJob(stage)
}

/** Reports whether the current rollout of a stage has a job that ended with its failure, or whose end came too late for it. */
function hasStoppedJob(stage: StoredObject): boolean {
  const { rollouts, jobs: current } = outputsOf(stage)
  const [newest] = Array.isArray(rollouts) ? rollouts.map(recordOf) : []
  const jobs = newest?.['jobs']
  const kept = Array.isArray(current) ? current.map((job) => recordOf(job)['name']) : []
  return (
    Array.isArray(jobs) &&
    jobs
      .map(recordOf)
      .some(
        ({ message, when, name }) =>
          message === 'It was stopped.' || (when === 'after' && !kept.includes(name)),
      )
  )
}

/** Reports whether a job of a rollout has failed. */
export function isFailedJob({ status }: StoredObject): boolean {
  return recordOf(recordOf(status)['outputs'])['state'] === 'Failed'
}

/** Reports whether an object follows what crashes in an environment. */
export function isOfCrash(tables: Tables, object: StoredObject): boolean {
  return stagesOf(tables, object).some((stage) => crashes(tables, stage))
}

/** Returns the stages that an object is about. */
function stagesOf(tables: Tables, { kind, name, projectId, spec }: StoredObject): StoredObject[] {
  const isOfWorkload = ['RolloutJob', 'GatewayInstance'].includes(kind)
  const isWorkload = ['Stage', 'WorkloadInstance'].includes(kind)
  if (!isOfWorkload && !isWorkload && !['Application', 'Delivery'].includes(kind)) return []
  const workload = isOfWorkload ? recordOf(spec)['workloadInstance'] : name
  const application = kind === 'Application' ? name : recordOf(spec)['application']
  return [...tables.objects.values()].filter(
    (each) =>
      each.kind === 'Stage' &&
      each.projectId === projectId &&
      (isOfWorkload || isWorkload
        ? isInstanceOf(each, workload)
        : recordOf(each.spec)['application'] === application),
  )
}

/**
 * Reports whether a stage runs a build that crashes: it has no earlier revision, or the crashes were seen too late, after it counted
 * as healthy.
 */
function crashes({ objects }: Tables, stage: StoredObject): boolean {
  if (!['Failed', 'Degraded'].includes(String(outputsOf(stage)['state']))) return false
  const instance = [...objects.values()].find(
    ({ kind, name, projectId }) =>
      kind === 'WorkloadInstance' && name === stage.name && projectId === stage.projectId,
  )
  const { images } = recordOf(recordOf(instance?.spec)['overrides'])
  return (
    Array.isArray(images) && images.some((each) => String(recordOf(each)['digest']).startsWith('sha256:bad'))
  )
}

/** Returns a manifest with the images that an instance replaces. */
export function withDeliveredImages(
  manifest: Record<string, unknown>,
  { spec }: StoredObject,
): Record<string, unknown> {
  const { images } = recordOf(recordOf(spec)['overrides'])
  if (!Array.isArray(images)) return manifest
  const replaced = images.map(recordOf).reduce((text, { name, digest }) => {
    if (typeof digest !== 'string') return text
    const quoted = String(name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return text.replaceAll(
      new RegExp(`"image":"${quoted}(:[^"@]*)?"`, 'g'),
      `"image":"${String(name)}@${digest}"`,
    )
  }, JSON.stringify(manifest))
  return JSON.parse(replaced) as Record<string, unknown>
}

/** Applications have what their records say. */
export function deliveryProblems(tables: Tables): string[] {
  const all = [...tables.objects.values()]
  return all.filter(({ kind }) => kind === 'Application').flatMap((each) => applicationProblems(each, all))
}

function applicationProblems(application: StoredObject, all: readonly StoredObject[]): string[] {
  const own = all.filter(
    ({ spec, projectId }) =>
      projectId === application.projectId && recordOf(spec)['application'] === application.name,
  )
  const ofKind = (kind: string): StoredObject[] => own.filter((each) => each.kind === kind)
  const revisions = ofKind('ApplicationRevision')
    .filter(({ ready }) => ready)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
  const stages = ofKind('Stage')
  const listed = (recordOf(application.spec)['environments'] as { environment: string }[]).map(
    ({ environment }) => environment,
  )
  const places = listed.map((environment, index): Place => {
    const stageOf = (name: string | undefined): StoredObject | undefined =>
      stages.find(({ spec }) => recordOf(spec)['environment'] === name)
    const holds = ofKind('Hold').toSorted(byAge)
    return {
      application: keyOf(application),
      environment,
      revisions,
      stage: stageOf(environment),
      before: stageOf(listed[index - 1]),
      isFirst: index === 0,
      needsApproval:
        recordOf(all.find(({ kind, name }) => kind === 'Environment' && name === environment)?.spec)[
          'policy'
        ] === 'approval',
      hold:
        holds.findLast(({ spec }) => recordOf(spec)['environment'] === environment) ??
        holds.findLast(({ spec }) => recordOf(spec)['environment'] === undefined),
      promotions: ofKind('Promotion')
        .toSorted(byAge)
        .filter(({ spec }) => recordOf(spec)['environment'] === environment),
    }
  })
  return [
    ...places.flatMap(choiceProblems),
    ...ofKind('Delivery').flatMap((each) => openProblems(each)),
    ...buildProblems(application, revisions, ofKind('Delivery')),
    ...stages.flatMap((each) => stageProblems(each, all)),
  ]
}

function byAge(one: StoredObject, other: StoredObject): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || Number(one.id - other.id)
}

/** An application in one of its environments. */
interface Place {
  application: string
  environment: string
  /** Those that exist, in the order of their numbers. */
  revisions: readonly StoredObject[]
  stage: StoredObject | undefined
  /** The stage of the environment before. */
  before: StoredObject | undefined
  isFirst: boolean
  needsApproval: boolean
  hold: StoredObject | undefined
  /** Oldest first. */
  promotions: readonly StoredObject[]
}

/** An environment has the revision that its rules call for. */
function choiceProblems(place: Place): string[] {
  const { application, environment, revisions, stage, needsApproval, hold } = place
  const chosen = revisions.find(({ name }) => name === recordOf(stage?.spec)['revision'])
  const number = chosen === undefined ? 0 : numberOf(chosen)
  const wrong = (expected: string): string[] => [
    `${application} has revision ${number} in ${environment}, but should have ${expected}`,
  ]
  const existing = (wanted: unknown): number | undefined =>
    revisions.map(numberOf).find((each) => each === Number(wanted))
  if (hold !== undefined) {
    const held = existing(recordOf(hold.spec)['revision'])
    return held === undefined || needsApproval || held === number ? [] : wrong(`the held ${held}`)
  }
  if (needsApproval) {
    // At rest, those that expire have expired.
    const newest = place.promotions.findLast(({ spec }) => {
      const { expiresAt, revision } = recordOf(spec)
      return expiresAt === undefined || revision === number
    })
    const approved = existing(recordOf(newest?.spec)['revision'])
    return approved === undefined || approved === number || hasFailed(stage, approved)
      ? []
      : wrong(`the promoted ${approved}`)
  }
  if (place.isFirst) {
    const newest = revisions.findLast((each) => each === chosen || !hasFailed(stage, numberOf(each)))
    return newest === undefined || newest === chosen ? [] : wrong(`the newest, ${numberOf(newest)}`)
  }
  const healthy = existing(place.before && outputsOf(place.before)['healthy'])
  return healthy === undefined || number >= healthy || hasFailed(stage, healthy)
    ? []
    : wrong(`${healthy}, which is healthy in the one before`)
}

/** Reports whether the last rollout of a revision in an environment has failed, so that only people bring it there again. */
function hasFailed(stage: StoredObject | undefined, revision: number): boolean {
  const { rollouts } = stage === undefined ? {} : outputsOf(stage)
  const records = Array.isArray(rollouts) ? rollouts.map(recordOf) : []
  const last = records.find((each) => each['revision'] === revision)
  return ['Failed', 'RolledBack'].includes(String(last?.['state']))
}

function numberOf({ spec }: StoredObject): number {
  return Number(recordOf(spec)['number'])
}

function openProblems(delivery: StoredObject): string[] {
  const { state } = outputsOf(delivery)
  return state === 'Accepted' || state === 'RollingOut' || state === undefined
    ? [`${keyOf(delivery)} is ${String(state)} at rest`]
    : []
}

/** The newest revision of a build has the newest build that was not refused. */
function buildProblems(
  application: StoredObject,
  revisions: readonly StoredObject[],
  deliveries: readonly StoredObject[],
): string[] {
  const built = revisions.map(({ spec }) => recordOf(spec)['build']).filter((build) => build !== undefined)
  const delivered = deliveries
    .filter((each) => outputsOf(each)['state'] !== 'Rejected')
    .map(({ spec }) => Number(recordOf(spec)['build']))
  const newest = Math.max(...delivered)
  return delivered.length === 0 || Number(built.at(-1)) >= newest
    ? []
    : [`${keyOf(application)} has delivery ${newest}, and its newest build is ${String(built.at(-1))}`]
}

/** An environment runs the revision that was chosen, unless that has failed, and remembers how that went. */
function stageProblems(stage: StoredObject, all: readonly StoredObject[]): string[] {
  const { revision } = recordOf(stage.spec)
  const { state, healthy, rollouts, running: reported } = outputsOf(stage)
  if (revision === undefined) return []
  const [newest] = Array.isArray(rollouts) ? rollouts.map(recordOf) : []
  const numberNamed = (name: unknown): number | undefined => {
    const found = all.find((each) => each.kind === 'ApplicationRevision' && each.name === name)
    return found && numberOf(found)
  }
  const chosen = numberNamed(revision)
  const instance = all.find(({ kind, name }) => kind === 'WorkloadInstance' && name === stage.name)
  const running = numberNamed(recordOf(instance?.spec)['definition'])
  const expected =
    state === 'RolledBack'
      ? healthy
      : state === 'Healthy'
        ? chosen
        : state === 'Failed'
          ? (reported ?? chosen)
          : running
  return [
    ...(running === expected
      ? []
      : [`${keyOf(stage)} is ${String(state)} and runs ${running} instead of ${String(expected)}`]),
    ...(['Healthy', 'RolledBack', 'Failed'].includes(String(state)) &&
    (newest?.['revision'] !== chosen || newest?.['state'] !== state)
      ? [`${keyOf(stage)} is ${String(state)} with ${chosen}, and remembers ${JSON.stringify(newest)}`]
      : []),
    ...jobProblems(stage, all, chosen),
    ...canaryProblems(stage, all),
  ]
}

/** At rest, nothing runs beside a workload, and gateways send all requests to that. */
function canaryProblems(stage: StoredObject, all: readonly StoredObject[]): string[] {
  const { canary } = outputsOf(stage)
  const existing = all.filter(
    ({ kind, spec }) => kind === 'CanaryWorkload' && recordOf(spec)['workloadInstance'] === stage.name,
  )
  const sharing = all.filter(
    (each) =>
      each.kind === 'GatewayInstance' &&
      recordOf(each.spec)['workloadInstance'] === stage.name &&
      (outputsOf(each)['canaryWeight'] ?? 0) !== 0,
  )
  return [
    ...(canary === undefined ? [] : [`${keyOf(stage)} has a canary at rest: ${JSON.stringify(canary)}`]),
    ...existing.map((each) => `${keyOf(each)} exists at rest`),
    ...sharing.map((each) => `${keyOf(each)} sends requests to a canary at rest`),
  ]
}

/** At rest, no job runs, a healthy revision has none that failed, and each job that is shown has one object. */
function jobProblems(
  stage: StoredObject,
  all: readonly StoredObject[],
  chosen: number | undefined,
): string[] {
  const { state, jobs: listed, attempt } = outputsOf(stage)
  const jobs = Array.isArray(listed) ? listed.map(recordOf) : []
  const revision = all.find(
    (each) => each.kind === 'ApplicationRevision' && each.name === recordOf(stage.spec)['revision'],
  )
  const declared = recordOf(revision?.spec)['jobs']
  const isForRollback = (name: unknown): boolean =>
    Array.isArray(declared) &&
    declared.map(recordOf).some((each) => each['name'] === name && each['onRollback'] === true)
  return jobs.flatMap((job) => {
    const what = `${keyOf(stage)}: job ${String(job['name'])} of revision ${String(job['revision'])}`
    if (job['state'] === 'Running') return [`${what} runs at rest`]
    if (
      job['state'] === 'Failed' &&
      state === 'Healthy' &&
      job['revision'] === chosen &&
      !isForRollback(job['name'])
    )
      return [`${what} has failed, and the stage is healthy`]
    const objects = all.filter(({ kind, spec }) => {
      const of = recordOf(spec)
      return (
        kind === 'RolloutJob' &&
        isInstanceOf(stage, of['workloadInstance']) &&
        of['job'] === job['name'] &&
        of['revision'] === job['revision'] &&
        of['attempt'] === attempt
      )
    })
    return job['state'] === 'Skipped' || objects.length === 1 ? [] : [`${what} has ${objects.length} objects`]
  })
}
