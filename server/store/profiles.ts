import type { z } from 'zod'
import { shownValue } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { problemError, type Draft } from '../../schema/inputs.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import type { Profile } from '../../schema/kinds/profile.ts'
import type { SpecProblem } from '../../schema/kinds/kind.ts'
import { defaultProject, parseQualifiedName, shortReference } from '../../schema/names.ts'
import { builtInLabel } from '../../schema/own-labels.ts'
import { defaultTier } from '../../schema/profiles/built-in.ts'
import { parameterProblems } from '../../schema/profiles/check.ts'
import {
  chooseProfile,
  isTie,
  type ProfileCandidate,
  type ProfileFacts,
} from '../../schema/profiles/choose.ts'
import { decidedFields } from '../../schema/profiles/fields.ts'
import { limitErrors } from '../../schema/profiles/limits.ts'
import { enginesOf, needsProfile, providersOf } from '../../schema/profiles/types.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { deepEqual } from './deep-equal.ts'
import { projectOf } from './drafts.ts'
import { findObjects, keyText, type ObjectKey } from './lookups.ts'
import { instancesOf } from './instances.ts'
import { lockByIds } from './ownership.ts'
import { invalid, type Problem } from './problems.ts'
import type { FindReferencedSpec } from './referenced-specs.ts'
import { labelsOf, run, specOf, type Sql, type Statement } from './sql.ts'

/*
 * The decisions of profiles: made when an object is created, recorded in its spec, and kept until the object is moved to the
 * current version of its profile.
 */

type ProfileSpec = z.infer<(typeof Profile)['spec']>

/** A profile that an object could have. */
interface Candidate extends ProfileCandidate {
  version: number
  spec: ProfileSpec
}

/** What a profile is chosen for: an object of a write, or of a plan. */
export type Profiled = Pick<Planned, 'draft' | 'existing'> & {
  item: Pick<Planned['item'], 'path' | 'rolls' | 'owned' | 'decided'>
}

/** Fills in what profiles decide about objects, and returns the problems of those that no profile applies to. */
export async function fillProfiles(
  sql: Sql,
  planned: readonly Profiled[],
  findReferenced: FindReferencedSpec,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const each of planned) {
    const type = profileTypeOf(each.draft)
    if (type === undefined) continue
    const specPath = join(each.item.path, 'spec')
    const found = await decide(sql, each, { type, planned, findReferenced })
    problems.push(...invalid(found.map((problem) => problemError(problem, specPath))))
  }
  return problems
}

/** Returns the type of the profiles that an object can have; undefined if it has none. */
function profileTypeOf({ kind: { profiled }, spec }: Draft): string | undefined {
  return typeof profiled === 'function' ? profiled(spec) : profiled
}

interface Decision {
  type: string
  planned: readonly Profiled[]
  findReferenced: FindReferencedSpec
}

/** Fills in the decision about one object: the recorded one, that of the developer, or that of a profile. */
async function decide(sql: Sql, subject: Profiled, decision: Decision): Promise<SpecProblem[]> {
  const { draft, existing, item } = subject
  const { spec } = draft
  if (item.decided !== undefined) {
    for (const field of decidedFields) delete spec[field]
    Object.assign(spec, item.decided)
    return []
  }
  if (existing !== undefined && item.rolls !== true) {
    const changed = keepDecision(draft, specOf(existing))
    if (changed.length > 0) return changed
    if (spec['profile'] === undefined) return ownParameterProblems(draft, decision.type)
    const candidates = await findCandidates(sql, draft, decision)
    const recorded = parseQualifiedName(String(spec['profile']), draft.project)
    const profile = candidates.find(
      ({ name, project }) => name === recorded.name && project === recorded.project,
    )
    return profile === undefined ? [] : limitProblems(subject, profile, decision)
  }
  if (spec['profile'] === undefined && spec['provider'] !== undefined)
    return ownParameterProblems(draft, decision.type)
  const candidates = await findCandidates(sql, draft, decision)
  const facts = await factsOf(sql, draft, decision)
  const { chosen, rejected } = chooseProfile(facts, candidates)
  if (chosen === undefined)
    return needsProfile(decision.type) ? [noProfile(decision.type, facts, rejected)] : []
  record(draft, chosen)
  return limitProblems(subject, chosen, decision)
}

/** Restores the recorded decision in a draft; returns the problems of a draft that changes it. */
function keepDecision({ spec, project }: Draft, before: Record<string, unknown>): SpecProblem[] {
  const named = spec['profile']
  const isSameProfile =
    named === undefined ||
    sameReference(String(named), String(before['profile']), project) ||
    named === parseQualifiedName(String(before['profile']), project).name
  const hasProfile = before['profile'] !== undefined
  const changed = decidedFields.filter((field) => {
    if (spec[field] === undefined) return false
    if (field === 'profile') return !isSameProfile
    return hasProfile && !deepEqual(spec[field], before[field])
  })
  if (changed.length > 0) {
    // The recorded values, so that no further check reports the refused ones.
    for (const field of decidedFields) spec[field] = before[field]
    const message = hasProfile
      ? `was decided by version ${String(before['profileVersion'])} of profile ${shownValue(before['profile'])}`
      : 'was decided when the object was created, without a profile'
    const remedy = hasProfile
      ? 'Leave it as it is, or move the object to the current version with rollProfile.'
      : 'Delete the object and create it again.'
    return changed.map((path) => ({ path, code: 'IMMUTABLE', message, remedy }))
  }
  const kept = hasProfile ? decidedFields : (['provider', 'parameters'] as const)
  for (const field of kept)
    if (before[field] !== undefined && (hasProfile || spec[field] === undefined)) spec[field] = before[field]
  return []
}

function sameReference(one: string, other: string, project: string): boolean {
  return shortReference(one, project) === shortReference(other, project)
}

function record(draft: Draft, { name, project, version, spec }: Candidate): void {
  const { provider, parameters = {} } = spec
  for (const field of decidedFields) delete draft.spec[field]
  Object.assign(draft.spec, {
    profile: shortReference(`${project}/${name}`, draft.project),
    profileVersion: version,
    provider,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  })
}

/** Returns the problems of parameters that a developer sets for a provider. */
function ownParameterProblems({ spec }: Draft, type: string): SpecProblem[] {
  const schema = providersOf(type)?.[String(spec['provider'])]
  const parameters = spec['parameters'] as Record<string, unknown> | undefined
  if (parameters === undefined) return []
  if (schema !== undefined) return parameterProblems(schema, parameters)
  const message = `is not possible for provider ${shownValue(spec['provider'])}, which has no parameters`
  return [{ path: 'parameters', code: 'FORBIDDEN', message, remedy: 'Remove it.' }]
}

function noProfile(
  type: string,
  { named }: ProfileFacts,
  rejected: readonly { name: string; project: string; reason: string }[],
): SpecProblem {
  const others = rejected
    .filter(({ name }) => named === undefined || name === named.name)
    .slice(0, 5)
    .map(({ name, reason }) => `${name}: ${reason}`)
  const why = others.length === 0 ? '' : ` (${others.join(' ')})`
  if (named !== undefined) {
    const message = `is not a profile of type ${type} that applies here${why}`
    return { path: 'profile', code: 'NOT_FOUND', message, remedy: 'Name another profile, or remove it.' }
  }
  const message = `is missing, and no profile of type ${type} applies${why}`
  return {
    path: 'provider',
    code: 'REQUIRED',
    message,
    remedy: 'Set it, or ask your platform team for a profile.',
  }
}

async function limitProblems(
  { draft }: Profiled,
  { name, spec: { limits = [] } }: Candidate,
  { findReferenced }: Decision,
): Promise<SpecProblem[]> {
  const definition = await findReferenced(draft, 'definition')
  return limitErrors(
    limits,
    { ...definition?.spec, ...draft.spec },
    { path: '', source: `profile ${shownValue(name)}` },
  ).map(({ remedy = '', ...error }) => ({ ...error, remedy }))
}

/** Returns the profiles that an object could have: those of its project, and those that all projects share. */
async function findCandidates(sql: Sql, draft: Draft, { type, planned }: Decision): Promise<Candidate[]> {
  const rows = await run<ProfileRow>(sql, findProfiles, [[draft.project, defaultProject], type])
  const written = planned.filter((each) => each.draft.kind.kind === 'Profile')
  const inBatch = new Set(written.map((each) => `${each.draft.project}/${each.draft.name}`))
  return [
    ...rows.filter(({ project, name }) => !inBatch.has(`${project}/${name}`)).map(candidateOf),
    ...written
      .filter(
        ({ draft: { spec, project } }) =>
          spec['type'] === type && [draft.project, defaultProject].includes(project),
      )
      .map(draftedCandidate),
  ]
}

interface ProfileRow extends StoredObject, Record<string, unknown> {
  project: string
}

function candidateOf(row: ProfileRow): Candidate {
  // The spec was validated by the kind when it was stored.
  const spec = specOf(row) as unknown as ProfileSpec
  return {
    name: row.name,
    project: row.project,
    isBuiltIn: labelsOf(row)[builtInLabel] !== undefined,
    isDefault: spec.default === true,
    conditions: spec.conditions ?? {},
    engines: enginesOf(spec.provider),
    version: row.generation,
    spec,
  }
}

function draftedCandidate({ draft, existing }: Profiled): Candidate {
  const spec = draft.spec as unknown as ProfileSpec
  const isChanged = existing !== undefined && !deepEqual(draft.spec, specOf(existing))
  return {
    name: draft.name,
    project: draft.project,
    isBuiltIn: draft.labels[builtInLabel] !== undefined,
    isDefault: spec.default === true,
    conditions: spec.conditions ?? {},
    engines: enginesOf(spec.provider),
    version: (existing?.generation ?? 1) + Number(isChanged),
    spec,
  }
}

const findProfiles: Statement = {
  name: 'find-profiles',
  text: `
  SELECT object.*, project.name AS project FROM "Object" object
  JOIN "Object" project ON project.id = object."projectId"
  WHERE project.kind = 'Project' AND project."projectId" IS NULL AND project.name = ANY($1) AND object.kind = 'Profile'
    AND object.spec->>'type' = $2 AND object."deletionRequestedAt" IS NULL
  ORDER BY object.id`,
}

/** Returns what is known about an object, from itself, its definition, its runtime and its project. */
async function factsOf(sql: Sql, draft: Draft, { planned, findReferenced }: Decision): Promise<ProfileFacts> {
  const { spec, project } = draft
  const definition = await findReferenced(draft, 'definition')
  const runtime = await findReferenced(draft, 'runtime')
  const find = (key: ObjectKey) => findDesired(sql, planned, key)
  const provider =
    runtime &&
    (await find({
      kind: 'KubernetesRuntimeDefinition',
      ...parseQualifiedName(String(runtime.spec['definition']), runtime.project),
    }))
  const owner = await find({ kind: 'Project', project: undefined, name: project })
  const tier = text(spec['tier']) ?? text(owner?.spec['tier'])
  const named = text(spec['profile'])
  return {
    project,
    engine: text(spec['engine']) ?? text(definition?.spec['engine']),
    tier: tier === undefined ? defaultTier : parseQualifiedName(tier, defaultProject).name,
    runtimeProvider: text(provider?.spec['provider']),
    location: text(runtime?.spec['location']),
    labels: { ...owner?.labels, ...draft.labels },
    named: named === undefined ? undefined : namedProfile(named),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the desired state of an object: in the batch, or else the stored one. */
async function findDesired(
  sql: Sql,
  planned: readonly Profiled[],
  key: ObjectKey,
): Promise<Pick<Draft, 'spec' | 'labels'> | undefined> {
  const inBatch = planned.find(
    ({ draft }) =>
      keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name }) === keyText(key),
  )
  if (inBatch !== undefined) return inBatch.draft
  const stored = (await findObjects(sql, [key])).get(keyText(key))
  return stored && { spec: specOf(stored), labels: labelsOf(stored) }
}

function namedProfile(reference: string): NonNullable<ProfileFacts['named']> {
  const slash = reference.indexOf('/')
  return slash < 0
    ? { name: reference }
    : { project: reference.slice(0, slash), name: reference.slice(slash + 1) }
}

/**
 * Returns a problem for each profile that has the same precedence as another one. Locks the projects of the profiles, so that of
 * two concurrent writes the second one sees the first.
 */
export async function tieProblems(
  sql: Sql,
  planned: readonly Planned[],
  projects: ReadonlyMap<string, StoredObject>,
): Promise<Problem[]> {
  const written = planned.filter(({ draft }) => draft.kind.kind === 'Profile')
  if (written.length === 0) return []
  const ids = [...new Set(written.map(({ draft }) => projects.get(draft.project)?.id))]
  await lockByIds(
    sql,
    ids.filter((id) => id !== undefined),
  )
  const problems: Problem[] = []
  for (const { draft, existing, item } of written) {
    const self = draftedCandidate({ draft, existing, item })
    const decision = { type: self.spec.type, planned: written, findReferenced: async () => undefined }
    const others = await findCandidates(sql, draft, decision)
    const tied = others.find(
      (each) => !(each.name === self.name && each.project === self.project) && isTie(self, each),
    )
    if (tied === undefined) continue
    const message = `has the same precedence as profile ${shownValue(tied.name)}, so the choice between them would be arbitrary`
    const remedy = 'Add a condition to one of them, or set default: true for one.'
    problems.push({
      code: 'CONFLICT',
      field: { path: join(join(item.path, 'spec'), 'conditions'), code: 'CONFLICT', message, remedy },
      details: { by: [{ kind: 'Profile', name: tied.name }] },
    })
  }
  return problems
}

/** Returns a problem for each definition that exceeds the limits of the profiles of its instances. */
export async function definitionLimitProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { draft, existing, item } of planned) {
    if (existing === undefined || !profiledDefinitions.has(draft.kind.kind)) continue
    const ids = (await run<{ id: bigint }>(sql, instancesOf, [[existing.id]])).map(({ id }) => id)
    const rows = await run<ProfileRow>(sql, profilesOf, [ids])
    for (const {
      name,
      spec: { limits = [] },
    } of rows.map(candidateOf)) {
      const source = { path: join(item.path, 'spec'), source: `profile ${shownValue(name)} of its instances` }
      problems.push(...invalid(limitErrors(limits, draft.spec, source)))
    }
  }
  return problems
}

/** The kinds of definitions whose instances have profiles. */
const profiledDefinitions: ReadonlySet<string> = new Set(
  allKinds.flatMap(({ profiled, pair }) =>
    profiled === undefined || pair === undefined ? [] : [pair.definition],
  ),
)

const profilesOf: Statement = {
  name: 'find-profiles-of',
  text: `
  SELECT DISTINCT ON (object.id) object.*, project.name AS project FROM "Reference" used
  JOIN "Object" object ON object.id = used."toId" JOIN "Object" project ON project.id = object."projectId"
  WHERE used."fromId" = ANY($1) AND used.field = 'profile'
  ORDER BY object.id`,
}
