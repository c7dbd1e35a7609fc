import type { z } from 'zod'
import { shownValue, type FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import { allKinds, findKind } from '../../schema/kinds/index.ts'
import type { Tier } from '../../schema/kinds/tier.ts'
import { defaultProject, parseQualifiedName } from '../../schema/names.ts'
import { defaultTier } from '../../schema/profiles/built-in.ts'
import { limitErrors } from '../../schema/profiles/limits.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { projectOf } from './drafts.ts'
import { findObjects, keyText, type ObjectKey } from './lookups.ts'
import { lockByIds } from './ownership.ts'
import { invalid, type Problem } from './problems.ts'
import { run, specOf, type Sql, type Statement } from './sql.ts'

/*
 * What tiers decide about objects when these are written. Objects without a tier, in projects without one, cost no statement.
 */

type TierSpec = z.infer<(typeof Tier)['spec']>

interface NamedTier {
  name: string
  spec: TierSpec
}

/** Fills in the defaults of tiers, and returns the problems of objects that exceed limits or quotas. */
export async function tierProblems(
  sql: Sql,
  planned: readonly Planned[],
  projects: ReadonlyMap<string, StoredObject>,
): Promise<Problem[]> {
  const lookup = createLookup(planned, projects)
  const names = new Set(
    planned.flatMap(({ draft }) => [tierNameOf(draft.spec), lookup.ofProject(draft)].flat()),
  )
  names.delete(undefined)
  const own = planned.flatMap(tierSpecProblems)
  if (names.size === 0) return own
  const tiers = await findTiers(sql, planned, [...names] as string[])
  const limits = planned.flatMap((plan) => {
    const ofProject = tiers.get(lookup.ofProject(plan.draft) ?? '')
    return applyTier(plan, { own: tiers.get(tierNameOf(plan.draft.spec) ?? ''), ofProject })
  })
  const quotas = await quotaProblems(sql, planned, (draft) => ({
    tier: tiers.get(lookup.ofProject(draft) ?? ''),
    projectId: projects.get(draft.project)?.id,
  }))
  return [...own, ...limits, ...quotas]
}

/** Returns a lookup of the tiers of projects: those of this batch, or else the stored ones. */
function createLookup(planned: readonly Planned[], projects: ReadonlyMap<string, StoredObject>) {
  const inBatch = new Map(
    planned.flatMap(({ draft }) =>
      draft.kind.kind === 'Project' ? [[draft.name, draft.spec] as const] : [],
    ),
  )
  return {
    ofProject: (draft: Draft): string | undefined => {
      const name = projectOf(draft)
      if (name === undefined) return undefined
      const stored = projects.get(name)
      return tierNameOf(inBatch.get(name) ?? (stored && specOf(stored)) ?? {})
    },
  }
}

/** Returns a lookup of the tier that applies to a draft: its own, or that of its project, or else the default. */
export function tierLookup(
  planned: readonly Planned[],
  projects: ReadonlyMap<string, StoredObject>,
): (draft: Draft) => string {
  const { ofProject } = createLookup(planned, projects)
  // An own tier that is less critical than that of the project is refused.
  return (draft) => tierNameOf(draft.spec) ?? ofProject(draft) ?? defaultTier
}

/** Returns the tier that applies to a stored object of a project. */
export function tierOfSpecs(
  own: Record<string, unknown>,
  project: Record<string, unknown> | undefined,
): string {
  return tierNameOf(own) ?? (project && tierNameOf(project)) ?? defaultTier
}

function tierNameOf({ tier }: Record<string, unknown>): string | undefined {
  return typeof tier === 'string' ? parseQualifiedName(tier, defaultProject).name : undefined
}

async function findTiers(
  sql: Sql,
  planned: readonly Planned[],
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedTier>> {
  const keys = names.map((name): ObjectKey => ({ kind: 'Tier', project: defaultProject, name }))
  const stored = await findObjects(sql, keys)
  const found = keys.flatMap((key): [string, NamedTier][] => {
    const object = stored.get(keyText(key))
    // The spec was validated by the kind when it was stored.
    return object === undefined
      ? []
      : [[key.name, { name: key.name, spec: specOf(object) as unknown as TierSpec }]]
  })
  const written = planned.flatMap(({ draft: { kind, name, spec } }): [string, NamedTier][] =>
    kind.kind === 'Tier' ? [[name, { name, spec: spec as unknown as TierSpec }]] : [],
  )
  return new Map([...found, ...written])
}

interface Tiers {
  own: NamedTier | undefined
  ofProject: NamedTier | undefined
}

/** Applies the more critical of the tiers of an object and of its project. */
function applyTier(plan: Planned, { own, ofProject }: Tiers): Problem[] {
  const { draft, item } = plan
  const specPath = join(item.path, 'spec')
  if (own !== undefined && ofProject !== undefined && own.spec.criticality < ofProject.spec.criticality) {
    const message = `is less critical than ${shownValue(ofProject.name)}, the tier of project ${shownValue(draft.project)}`
    const remedy = `Remove it, or use a tier with a criticality of at least ${ofProject.spec.criticality}.`
    const value = shownValue(own.name)
    return invalid([{ path: join(specPath, 'tier'), code: 'FORBIDDEN', message, value, remedy }])
  }
  const tier = own ?? ofProject
  if (tier === undefined) return []
  fillDefaults(plan, tier.spec)
  const { kind } = draft.kind
  const source = `tier ${shownValue(tier.name)}`
  const limits = (tier.spec.limits ?? []).filter((limit) => limit.kind === kind)
  return [
    ...invalid(limitErrors(limits, draft.spec, { path: specPath, source })),
    ...(tier.spec.protection === true ? protect(plan, { specPath, source }) : []),
  ]
}

/** Fills in the defaults of fields that are omitted. Those of owned objects are filled in only when these are created. */
function fillDefaults({ draft, existing, item }: Planned, { defaults = [] }: TierSpec): void {
  for (const { kind, field, value } of defaults) {
    if (kind !== draft.kind.kind || draft.spec[field] !== undefined) continue
    const isKept = existing !== undefined && item.owned === true
    const filled = isKept ? specOf(existing)[field] : value
    if (filled !== undefined) draft.spec[field] = filled
  }
}

/**
 * Makes every removal of an object with a guard wait for a confirmation; returns the problems of one that forbids it. An owned object
 * keeps the guard of its data alone: its owner has waited for a confirmation already.
 */
function protect(
  { draft, item }: Planned,
  { specPath, source }: { specPath: string; source: string },
): Problem[] {
  const { guard, spec: schema } = draft.kind
  if (guard === undefined) return []
  const { spec } = draft
  const refuse = (path: string, value: unknown): Problem[] =>
    invalid([
      {
        path: join(specPath, path),
        code: 'FORBIDDEN',
        message: `is not possible with the protection of ${source}`,
        value: shownValue(value),
        remedy: 'Remove it, or use a less critical tier.',
      },
    ])
  if (spec[guard] === 'off') return refuse(guard, 'off')
  spec[guard] = 'on'
  if (item.owned === true || !('guardThresholds' in schema.shape)) return []
  const thresholds = (spec['guardThresholds'] ?? {}) as { always?: number }
  if (thresholds.always !== undefined && thresholds.always > 1)
    return refuse('guardThresholds.always', thresholds.always)
  spec['guardThresholds'] = { ...thresholds, always: 1 }
  return []
}

interface ProjectTier {
  tier: NamedTier | undefined
  projectId: bigint | undefined
}

/**
 * Returns a problem for each created object that exceeds a quota of its project. Locks the projects, so that of two concurrent
 * writes the second one counts the objects of the first.
 */
async function quotaProblems(
  sql: Sql,
  planned: readonly Planned[],
  tierOf: (draft: Draft) => ProjectTier,
): Promise<Problem[]> {
  const limited = planned.flatMap((plan) => {
    const { tier, projectId } = tierOf(plan.draft)
    const quota = tier?.spec.quotas?.find(({ kind }) => kind === plan.draft.kind.kind)
    return tier === undefined || quota === undefined || plan.existing !== undefined
      ? []
      : [{ plan, tier, quota, projectId }]
  })
  if (limited.length === 0) return []
  const ids = [...new Set(limited.flatMap(({ projectId }) => projectId ?? []))].toSorted((one, other) =>
    one < other ? -1 : 1,
  )
  await lockByIds(sql, ids)
  const kinds = [...new Set(limited.map(({ quota }) => quota.kind))]
  const rows = ids.length === 0 ? [] : await run<CountRow>(sql, countByProject, [ids, kinds])
  const counts = new Map(rows.map(({ projectId, kind, count }) => [`${projectId} ${kind}`, count]))
  return limited.flatMap(({ plan: { draft, item }, tier, quota, projectId }) => {
    const key = `${projectId ?? draft.project} ${quota.kind}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= quota.maximum) return []
    const message =
      `would be object ${count} of kind ${quota.kind} in project ${shownValue(draft.project)}, whose tier ` +
      `${shownValue(tier.name)} has a quota of ${quota.maximum}`
    const remedy = 'Delete one that is not needed, or ask your platform team for a higher quota.'
    return invalid([
      { path: join(item.path, 'name'), code: 'TOO_MANY', message, value: shownValue(draft.name), remedy },
    ])
  })
}

interface CountRow extends Record<string, unknown> {
  projectId: bigint
  kind: string
  count: number
}

const countByProject: Statement = {
  name: 'count-by-project',
  text: `
  SELECT "projectId", kind, count(*)::int AS count FROM "Object"
  WHERE "projectId" = ANY($1) AND kind = ANY($2) GROUP BY 1, 2`,
}

/** Returns the problems of a tier whose defaults, limits or quotas fit no kind. */
function tierSpecProblems({ draft, item }: Planned): Problem[] {
  if (draft.kind.kind !== 'Tier') return []
  const { defaults = [], limits = [], quotas = [] } = draft.spec as unknown as TierSpec
  const specPath = join(item.path, 'spec')
  const unknown = Object.entries({ defaults, limits, quotas }).flatMap(([list, entries]) =>
    entries.flatMap(({ kind }, index): FieldError[] => {
      if (findKind(kind) !== undefined) return []
      const path = `${join(specPath, list)}[${index}].kind`
      const remedy = `Use one of ${allKinds.map((each) => each.kind).join(', ')}.`
      return [{ path, code: 'NOT_SUPPORTED', message: 'is not a kind', value: shownValue(kind), remedy }]
    }),
  )
  const wrong = defaults.flatMap(({ kind, field, value }, index): FieldError[] => {
    const declared = findKind(kind)
    if (declared === undefined) return []
    const path = `${join(specPath, 'defaults')}[${index}]`
    const schema = declared.spec.shape[field]
    if (schema === undefined || isFixed(declared, field)) {
      const message = `is not a field of ${kind} that can have a default`
      const remedy = 'Remove it.'
      return [{ path: `${path}.field`, code: 'UNKNOWN_FIELD', message, value: shownValue(field), remedy }]
    }
    const checked = (schema as z.ZodType).safeParse(value)
    if (checked.success) return []
    const [issue] = checked.error.issues
    const message = `is not a value of ${field}: ${issue?.message ?? ''}`
    return [{ path: `${path}.value`, code: 'INVALID', message, remedy: 'Change it.' }]
  })
  return invalid([...unknown, ...wrong])
}

/** Reports whether a field refers to another object, is secret, or cannot change. */
function isFixed(kind: (typeof allKinds)[number], field: string): boolean {
  return (
    kind.references.some((each) => each.field === field) ||
    kind.secrets.includes(field) ||
    kind.secretMaps.some((each) => each.field === field) ||
    kind.immutable?.includes(field) === true
  )
}
