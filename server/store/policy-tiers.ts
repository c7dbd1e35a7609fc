import { defaultProject, parseQualifiedName } from '../../schema/names.ts'
import { isRecord } from '../../schema/records.ts'
import type { PolicySet } from '../../schema/policies/cel/violations.ts'
import type { Planned } from './checks.ts'
import { projectOf } from './drafts.ts'
import { findObjects, keyText, type ObjectKey } from './lookups.ts'
import { specOf, type Sql } from './sql.ts'

/*
 * The tiers for which an object is checked. What is delivered runs in the environments of its application, so it is checked for the
 * tier of each of them. A preview has the tier that its application sets for previews.
 */

type Json = Readonly<Record<string, unknown>>

/** A tier that applies to an object. */
export interface AppliedTier {
  tier: string
  /** The environments of an application that are in it. @default it is not about environments */
  environments?: readonly string[]
}

/** Returns the spec of an object as it would be after the write; undefined if there is none. */
export type FindSpec = (key: ObjectKey) => Promise<Json | undefined>

/** Returns a lookup of specs: in the batch, or else in the database, where each lookup runs once. */
export function createFindSpec(sql: Sql, planned: readonly Planned[]): FindSpec {
  const inBatch = new Map(
    planned.map(({ draft }) => [
      keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name }),
      draft.spec,
    ]),
  )
  const stored = new Map<string, ReturnType<typeof findObjects>>()
  return async (key) => {
    const text = keyText(key)
    const lookup = stored.get(text) ?? findObjects(sql, inBatch.has(text) ? [] : [key])
    stored.set(text, lookup)
    const object = (await lookup).get(text)
    return inBatch.get(text) ?? (object && specOf(object))
  }
}

/** Reports whether policies distinguish tiers, so that those of environments have to be read. */
export function distinguishesTiers({ policies }: PolicySet): boolean {
  return policies.some(
    ({ spec: { tiers, rules } }) =>
      tiers !== undefined || rules.some(({ expression }) => /\btier\b/.test(expression)),
  )
}

/** Returns the tiers that apply to an object, of which `own` is its own, or that of its project. */
export async function appliedTiers(
  object: { kind: string; project: string; spec: Json },
  own: string,
  find: FindSpec,
): Promise<AppliedTier[]> {
  if (object.kind === 'Preview') return [{ tier: (await tierOfPreview(object, find)) ?? own }]
  const found = await environmentsOf(object, find)
  if (found.names.length === 0) return [{ tier: own }]
  const tiers = new Map<string, string[]>()
  for (const name of found.names) {
    const environment = await find({ kind: 'Environment', project: found.project, name })
    const declared = environment?.['tier']
    const tier = typeof declared === 'string' ? parseQualifiedName(declared, defaultProject).name : own
    tiers.set(tier, [...(tiers.get(tier) ?? []), name])
  }
  return [...tiers].map(([tier, environments]) => ({ tier, environments }))
}

async function tierOfPreview(
  { project, spec }: { project: string; spec: Json },
  find: FindSpec,
): Promise<string | undefined> {
  const { application } = spec
  if (typeof application !== 'string') return undefined
  const found = await find({ kind: 'Application', ...parseQualifiedName(application, project) })
  const previews = found?.['previews']
  const tier = isRecord(previews) ? previews['tier'] : undefined
  return typeof tier === 'string' ? parseQualifiedName(tier, defaultProject).name : undefined
}

interface Environments {
  project: string
  names: readonly string[]
}

/** Returns the environments that an application, or an object about one, concerns. */
async function environmentsOf(
  { kind, project, spec }: { kind: string; project: string; spec: Json },
  find: FindSpec,
): Promise<Environments> {
  if (kind === 'Application') return { project, names: namesIn(spec) }
  const { application, environment } = spec
  if (!deliveredKinds.has(kind) || typeof application !== 'string') return { project, names: [] }
  const target = parseQualifiedName(application, project)
  if (typeof environment === 'string') return { project: target.project, names: [environment] }
  const found = await find({ kind: 'Application', ...target })
  return { project: target.project, names: found === undefined ? [] : namesIn(found) }
}

const deliveredKinds: ReadonlySet<string> = new Set(['Delivery', 'Promotion', 'Hold'])

function namesIn({ environments }: Json): string[] {
  if (!Array.isArray(environments)) return []
  return environments.flatMap((each: unknown) =>
    isRecord(each) && typeof each['environment'] === 'string' ? [each['environment']] : [],
  )
}
