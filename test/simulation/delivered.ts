import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { Tables } from './database/tables.ts'
import { keyOf } from './wishes.ts'

/* What applications have at rest, by rules that are simpler than those of the workers. */

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function outputsOf({ status }: StoredObject): Record<string, unknown> {
  return recordOf(recordOf(status)['outputs'])
}

function ownersOf({ ownerships, objects }: Tables, id: bigint): StoredObject[] {
  return [...ownerships.values()].flatMap(({ ownedId, ownerId }) =>
    ownedId === id ? (objects.get(ownerId) ?? []) : [],
  )
}

/** Reports whether the object is the copy of a definition of a revision, or what an environment runs. */
export function isDelivered(tables: Tables, { id, kind, name }: StoredObject): boolean {
  return ownersOf(tables, id).some(
    (owner) =>
      owner.name === name &&
      ((owner.kind === 'ApplicationRevision' && kind === 'WorkloadDefinition') ||
        (owner.kind === 'Stage' && kind === 'WorkloadInstance')),
  )
}

/** Reports whether a delivery that is not ready may stay so: it was refused, has failed, or waits for a person. */
export function isDeliveryEnded(status: unknown): boolean {
  const { state } = recordOf(recordOf(status)['outputs'])
  return ['Rejected', 'RolledBack', 'Failed', 'Waiting'].includes(String(state))
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
  const [first] = recordOf(application.spec)['environments'] as { environment: string }[]
  const stages = ofKind('Stage')
  const stage = stages.find(({ spec }) => recordOf(spec)['environment'] === first?.environment)
  const environment = all.find(({ kind, name }) => kind === 'Environment' && name === first?.environment)
  const isHeld = ofKind('Hold').some(({ spec }) =>
    [undefined, first?.environment].includes(recordOf(spec)['environment'] as string | undefined),
  )
  const newest = revisions.at(-1)
  const follows = recordOf(environment?.spec)['policy'] !== 'approval' && !isHeld
  return [
    ...(follows && recordOf(stage?.spec)['revision'] !== newest?.name
      ? [`${keyOf(application)} has revision ${newest?.name}, which is not chosen for its first environment`]
      : []),
    ...ofKind('Delivery').flatMap((each) => openProblems(each)),
    ...buildProblems(application, revisions, ofKind('Delivery')),
    ...stages.flatMap((each) => stageProblems(each, all)),
  ]
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

/** An environment runs the revision that was chosen, unless that has failed. */
function stageProblems(stage: StoredObject, all: readonly StoredObject[]): string[] {
  const { revision } = recordOf(stage.spec)
  const { state } = outputsOf(stage)
  if (revision === undefined || state !== 'Healthy') return []
  const instance = all.find(({ kind, name }) => kind === 'WorkloadInstance' && name === stage.name)
  const runs = recordOf(instance?.spec)['definition']
  return runs === revision ? [] : [`${keyOf(stage)} runs ${String(runs)} instead of ${String(revision)}`]
}
