import pg from 'pg'
import { allKinds } from '../../schema/kinds/index.ts'
import { conditionOf, type ObjectStatus } from '../../schema/status.ts'
import { sweeper } from '../../server/delivery/resync.ts'
import type { KubeClient, KubeObject } from '../../workers/kube/client/client.ts'
import { KubeError } from '../../workers/kube/client/kube-error.ts'
import type { AtRest, FinalObject, LogEntry, OwnedResource } from './history.ts'
import { readRecorded, type DesiredAws } from './aws.ts'
import type { ChaosStack } from './stack.ts'
import { markerIn } from './writers.ts'

/** What was requested last. */
export interface Wishes extends Pick<AtRest, 'desired' | 'applications' | 'examples' | 'builds'> {
  aws: DesiredAws
}

/** Returns what is requested before a run starts: only the given workloads. */
export function noWishes(desired: Wishes['desired'] = new Map()): Wishes {
  return { desired, applications: new Map(), examples: new Map(), builds: new Map(), aws: new Map() }
}

/** Reads the current state of the database and of the clusters. */
export async function readState(stack: ChaosStack, { aws: desiredAws, ...wishes }: Wishes): Promise<AtRest> {
  const [objects, inventory, recorded] = await reading(stack, async (sql) => [
    await readObjects(sql),
    await readInventory(sql),
    await readRecorded(sql),
  ])
  const found = await Promise.all([...stack.clusters, stack.simulated].map((cluster) => readCluster(cluster)))
  return {
    objects,
    inventory,
    inClusters: found.flatMap(({ resources }) => resources),
    markers: new Map(found.flatMap(({ markers }) => markers)),
    ...wishes,
    aws: stack.aws && { found: await stack.aws.resources(), recorded, desired: desiredAws },
  }
}

/** Reads the whole change log in order. */
export function readLog(stack: ChaosStack): Promise<LogEntry[]> {
  return reading(stack, readEntries)
}

async function reading<Found>(
  { postgres }: ChaosStack,
  work: (sql: pg.Client) => Promise<Found>,
): Promise<Found> {
  const sql = new pg.Client({ connectionString: postgres.url })
  await sql.connect()
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

interface Spec {
  yamlDocument?: string
  overrides?: { images?: { digest?: string }[] }
}

function withMarker(spec: Spec | null): { marker?: string } {
  const marker = markerIn(spec?.yamlDocument ?? '')
  return marker === undefined ? {} : { marker }
}

async function readEntries(sql: pg.Client): Promise<LogEntry[]> {
  const { rows } = await sql.query<
    Omit<LogEntry, 'marker' | 'settled' | 'seq' | 'time'> & { seq: string; time: Date; after: object | null }
  >(
    `SELECT seq, "objectId"::text, kind, name, operation, generation, version, time, after,
       operation = 'DELETE' AND actor = $1 AND reason = $2 AS swept
     FROM "Change" ORDER BY seq`,
    [sweeper.actor, sweeper.reason],
  )
  return rows.map(({ after, seq, time, ...entry }) => ({
    ...entry,
    seq: Number(seq),
    time: time.getTime(),
    ...(entry.operation === 'STATUS'
      ? { settled: isSettled(after as ObjectStatus, entry.generation) }
      : withMarker(after)),
  }))
}

function isSettled(status: ObjectStatus, generation: number): boolean {
  const ready = conditionOf(status, 'Ready')
  return ready?.status === 'True' && ready.observedGeneration === generation
}

const reconciled = new Set(allKinds.filter((kind) => kind.reconciled).map(({ kind }) => kind))

async function readObjects(sql: pg.Client): Promise<FinalObject[]> {
  const { rows } = await sql.query<{
    id: string
    kind: string
    name: string
    version: number
    ready: boolean
    observed: boolean
    deleting: boolean
    referred: boolean
    status: unknown
    spec: Spec
  }>(
    `SELECT id::text, kind, name, version, ready, generation = "observedGeneration" AS observed,
       "deletionRequestedAt" IS NOT NULL AS deleting, status, spec,
       EXISTS (SELECT FROM "Reference" WHERE "toId" = object.id)
         OR EXISTS (SELECT FROM "Object" member WHERE member."projectId" = object.id) AS referred
     FROM "Object" object`,
  )
  return rows.map(({ ready, observed, deleting, referred, spec, ...object }) => ({
    ...object,
    forgotten: deleting && !referred && !reconciled.has(object.kind),
    settled: !deleting && (!reconciled.has(object.kind) || (ready && observed)),
    digest: spec.overrides?.images?.[0]?.digest,
    ...withMarker(spec),
  }))
}

async function readInventory(sql: pg.Client): Promise<OwnedResource[]> {
  const { rows } = await sql.query<OwnedResource>(
    `SELECT runtime.name AS cluster, "objectId"::text AS "ownerId",
       applied.kind || ' ' || namespace || '/' || applied.name AS resource
     FROM "AppliedResource" applied JOIN "Object" runtime ON runtime.id = "runtimeId"`,
  )
  return rows
}

async function readCluster({
  name: cluster,
  direct: straight,
}: ChaosStack['simulated']): Promise<{ resources: OwnedResource[]; markers: [string, string][] }> {
  const list = async ({ kind, path }: ListedType): Promise<(KubeObject & { kind: string })[]> => {
    const query = { labelSelector: 'qleet.io/object-id' }
    const listed = (await readServed(straight, { path, query })) as { items: KubeObject[] } | undefined
    return (listed?.items ?? []).filter((item) => isApplied(kind, item)).map((item) => ({ ...item, kind }))
  }
  const found = (await Promise.all((await listedTypes(straight)).map(list))).flat()
  const configMaps = found.filter(({ kind }) => kind === 'ConfigMap')
  return {
    resources: found.map(({ kind, metadata }) => ({
      cluster,
      ownerId: metadata.labels?.['qleet.io/object-id'] ?? '',
      resource: `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
    })),
    markers: configMaps.map(({ metadata, ...rest }) => [
      metadata.name,
      (rest as { data?: { value?: string } }).data?.value ?? '',
    ]),
  }
}

/** Reports whether a worker has applied a resource, rather than a controller that copies labels to what it creates. */
function isApplied(kind: string, { metadata }: KubeObject): boolean {
  return metadata.ownerReferences === undefined && !['Endpoints', 'EndpointSlice'].includes(kind)
}

/** Reads what a cluster has listed; returns undefined if the CustomResourceDefinition of it was removed since then. */
async function readServed(
  cluster: KubeClient,
  request: { path: string; query?: Record<string, string> },
): Promise<unknown> {
  return cluster.request({ method: 'GET', ...request }).catch((error: unknown) => {
    if (error instanceof KubeError && error.status === 404) return undefined
    throw error
  })
}

/** A type of resources that a cluster lists. */
interface ListedType {
  kind: string
  path: string
}

/** Returns the types whose resources QleetOS may have created: all that can be applied. */
async function listedTypes(cluster: KubeClient): Promise<ListedType[]> {
  const { groups } = (await cluster.request({ method: 'GET', path: '/apis' })) as {
    groups: { preferredVersion: { groupVersion: string } }[]
  }
  const paths = [
    '/api/v1',
    ...groups.map(({ preferredVersion: { groupVersion } }) => `/apis/${groupVersion}`),
  ]
  const lists = await Promise.all(
    paths.map(async (path) => {
      const served = (await readServed(cluster, { path })) as
        { resources: { name: string; kind: string; verbs: string[] }[] } | undefined
      return (served?.resources ?? [])
        .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list') && verbs.includes('patch'))
        .map(({ name, kind }) => ({ kind, path: `${path}/${name}` }))
    }),
  )
  return lists.flat()
}
