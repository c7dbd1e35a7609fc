import { profileLabel } from '../../schema/names.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import { chooseRuntime, type Choice, type RuntimeCandidate } from '../../schema/placement/fit.ts'
import {
  defaultGraceSeconds,
  runtimeToMake,
  type RuntimeDocument,
  type RuntimeProfile,
} from '../../schema/placement/on-demand.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { ProfileConditions } from '../../schema/kinds/profile.ts'
import { builtInLabel } from '../../schema/own-labels.ts'
import { cloudRuntimeParameters } from '../../schema/profiles/types.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { findByIds } from './lookups.ts'
import { findOwnedObjects } from './ownership.ts'
import { labelsOf, run, specOf, statusOf, type Sql, type Statement } from './sql.ts'

/* The choice of a runtime for an instance: what the database knows of runtimes and profiles, and the decision by it. */

/** The kinds of instances that are placed. */
export const placedKinds: readonly string[] = allKinds
  .filter(({ spec }) => 'placement' in spec.shape)
  .map(({ kind }) => kind)

/** The decision about an instance. At most one of `runtime`, `pending` and `documents` is there. */
export interface Decision extends Pick<Choice, 'reason' | 'rejected'> {
  runtime: StoredCandidate | undefined
  /** A runtime that will fit once it is ready. */
  pending: StoredObject | undefined
  /** The objects of a runtime to make. */
  documents: readonly RuntimeDocument[]
}

/** An instance to place, which may not exist yet. */
export type Unplaced = Pick<StoredObject, 'id' | 'projectId' | 'name' | 'labels' | 'spec'>

/** Decides in which runtime an instance runs, or which one is made for it. */
export async function decidePlacement(sql: Sql, instance: Unplaced): Promise<Decision> {
  const placement = placementOf(instance)
  const candidates = await findCandidates(sql, instance.projectId ?? 0n)
  const { chosen, pending: unready, reason, rejected } = chooseRuntime(placement, candidates, instance.name)
  const objectOf = (name: string | undefined): StoredCandidate | undefined =>
    candidates.find((each) => each.name === name)
  const runtime = objectOf(chosen?.name)
  const pending = objectOf(unready?.name)?.object
  const decided = { runtime, pending, reason, rejected, documents: [] }
  // A stalled runtime that users have created is waited for only if no other one can be made.
  const isAwaited = pending !== undefined && (pending.owned || !pending.stalled)
  if (runtime !== undefined || isAwaited) return decided
  const made = await makeRuntime(sql, { instance, placement, candidates })
  return made.documents.length === 0
    ? { ...decided, rejected: [...rejected, ...made.rejected] }
    : { ...decided, pending: undefined, reason: 'A runtime is made for it.', documents: made.documents }
}

async function makeRuntime(
  sql: Sql,
  {
    instance,
    placement,
    candidates,
  }: { instance: Unplaced; placement: Placement; candidates: readonly StoredCandidate[] },
): Promise<ReturnType<typeof runtimeToMake>> {
  const [project] = await run<StoredObject>(sql, findByIds, [[instance.projectId ?? 0n]])
  const profiles = await run<ProfileRow>(sql, findProfiles, [instance.projectId])
  if (project === undefined || profiles.length === 0) return { documents: [], rejected: [] }
  const owned = await findOwnedObjects(sql, instance.id)
  return runtimeToMake(
    {
      name: instance.name,
      project: project.name,
      labels: { ...labelsOf(project), ...(instance.labels as Record<string, string>) },
      placement,
    },
    profiles.map(profileOf),
    {
      taken: new Set(candidates.map(({ name }) => name)),
      own: new Set(owned.filter((each) => each.deletionRequestedAt === null).map(({ name }) => name)),
    },
  )
}

interface ProfileRow extends StoredObject, Record<string, unknown> {
  project: string
}

/** $1 project. Profiles of project `default` are for all projects. */
const findProfiles: Statement = {
  name: 'find-runtime-profiles',
  text: `
  SELECT profile.*, project.name AS project
  FROM "Object" profile JOIN "Object" project ON project.id = profile."projectId"
  WHERE profile.kind = 'Profile' AND profile.spec ->> 'type' = 'KubernetesRuntime'
    AND profile."deletionRequestedAt" IS NULL AND (project.id = $1 OR project.name = 'default')
  ORDER BY profile.name, profile.id`,
}

function profileOf(row: ProfileRow): RuntimeProfile {
  const spec = specOf(row)
  return {
    name: row.name,
    project: row.project,
    isBuiltIn: labelsOf(row)[builtInLabel] === 'true',
    isDefault: spec['default'] === true,
    provider: String(spec['provider']),
    conditions: ProfileConditions.parse(spec['conditions'] ?? {}),
    parameters: cloudRuntimeParameters.parse(spec['parameters'] ?? {}),
  }
}

/**
 * Returns the milliseconds for which a runtime that placement has made is retained without an instance: by the profile that it
 * was made from, or the default when that profile is gone.
 */
export async function graceOf(sql: Sql, runtime: StoredObject): Promise<number> {
  const madeBy = labelsOf(runtime)[profileLabel]
  const named = (await run<ProfileRow>(sql, findProfiles, [runtime.projectId])).filter(
    ({ name }) => name === madeBy,
  )
  const profile = named.find(({ projectId }) => projectId === runtime.projectId) ?? named[0]
  const { gracePeriod = defaultGraceSeconds } = profile ? profileOf(profile).parameters : {}
  return gracePeriod * 1000
}

/** Returns the requirements of an instance. */
export function placementOf(object: Pick<StoredObject, 'spec'>): Placement {
  return (object.spec as { placement?: Placement }).placement ?? {}
}

/** A runtime of the project, with its definition. */
export interface StoredCandidate extends RuntimeCandidate {
  object: StoredObject
  definitionId: bigint
}

async function findCandidates(sql: Sql, projectId: bigint): Promise<StoredCandidate[]> {
  const rows = await run<RuntimeRow>(sql, findRuntimes, [projectId])
  const occupants = await run<Occupancy>(sql, findOccupants, [rows.map(({ id }) => id), placedKinds])
  const found = new Map(occupants.map((each) => [each.runtimeId, each]))
  return rows.map(({ provider, definitionId, ...object }) => {
    const { instances = 0, dedicatedTo, services } = found.get(object.id) ?? {}
    const spec = specOf(object)
    const status = statusOf(object)
    const maxInstances = spec['maxInstances']
    return {
      object,
      definitionId,
      name: object.name,
      labels: labelsOf(object),
      location: String(spec['location']),
      provider,
      ready: object.ready,
      phase: status.phase,
      deleting: object.deletionRequestedAt !== null,
      installable: status.outputs['missingPermissions'] === undefined,
      services: services ?? [],
      instances,
      maxInstances: typeof maxInstances === 'number' ? maxInstances : undefined,
      dedicatedTo: dedicatedTo ?? undefined,
    }
  })
}

interface RuntimeRow extends StoredObject, Record<string, unknown> {
  provider: string
  definitionId: bigint
}

const findRuntimes: Statement = {
  name: 'find-placement-runtimes',
  text: `
  SELECT runtime.*, definition.id AS "definitionId", definition.spec ->> 'provider' AS provider
  FROM "Object" runtime
  JOIN "Reference" chosen ON chosen."fromId" = runtime.id AND chosen.field = 'definition'
  JOIN "Object" definition ON definition.id = chosen."toId"
  WHERE runtime."projectId" = $1 AND runtime.kind = 'KubernetesRuntimeInstance' ORDER BY runtime.name`,
}

interface Occupancy extends Record<string, unknown> {
  runtimeId: bigint
  instances: number
  dedicatedTo: string | null
  services: string[] | null
}

/**
 * $1 runtimes, $2 kinds of instances. An instance that another object in the same runtime owns, such as a support service,
 * belongs to that object and is not counted.
 */
const findOccupants: Statement = {
  name: 'find-occupants',
  text: `
  SELECT location."toId" AS "runtimeId", count(*) FILTER (WHERE occupant.kind = ANY($2))::int AS instances,
    min(occupant.name) FILTER (WHERE occupant.spec #>> '{placement,isolation}' = 'dedicated') AS "dedicatedTo",
    array_agg(occupant.spec ->> 'service') FILTER (WHERE occupant.kind = 'SupportServiceInstance' AND occupant.ready)
      AS services
  FROM "Reference" location JOIN "Object" occupant ON occupant.id = location."fromId"
  WHERE location."toId" = ANY($1) AND location.field = 'runtime' AND (
    occupant.kind = 'SupportServiceInstance' OR occupant.kind = ANY($2) AND NOT EXISTS (
      SELECT FROM "Ownership" JOIN "Reference" own ON own."fromId" = "Ownership"."ownerId"
      WHERE "Ownership"."ownedId" = occupant.id AND own.field = 'runtime' AND own."toId" = location."toId"
    )
  )
  GROUP BY location."toId"`,
}
