import type { ProfileConditions } from '../kinds/profile.ts'
import { defaultProject } from '../names.ts'

/* The choice of a profile: one fixed order of precedence, published in docs/guide/profiles.md. */

/** What is known about the object that a profile is chosen for. */
export interface ProfileFacts {
  project: string
  engine?: string | undefined
  tier?: string | undefined
  runtimeProvider?: string | undefined
  location?: string | undefined
  /** The labels of the object and its project; those of the object take precedence. */
  labels: Readonly<Record<string, string>>
  /** The profile that the developer has named. */
  named?: { project?: string | undefined; name: string } | undefined
}

/** A profile of the type, in the project of the object or in project `default`. */
export interface ProfileCandidate {
  name: string
  project: string
  isBuiltIn: boolean
  isDefault: boolean
  conditions: ProfileConditions
  /** The engines that its provider has. @default any */
  engines?: readonly string[] | undefined
}

/** A candidate that was not chosen. */
export interface RejectedProfile {
  name: string
  project: string
  reason: string
}

export interface ProfileChoice<Candidate> {
  /** Undefined if no profile applies. */
  chosen: Candidate | undefined
  /** The reason for the choice. */
  reason: string
  rejected: RejectedProfile[]
}

/** The conditions in the order of their precedence, each with a name for reasons. */
const rankedConditions = [
  ['engine', 'the engine'],
  ['tier', 'the tier'],
  ['runtimeProvider', 'the provider of the runtime'],
  ['locations', 'the location'],
  ['projects', 'the project'],
] as const satisfies readonly (readonly [keyof ProfileConditions, string])[]

/** A step of the order of precedence: the candidate with the greater value wins. */
interface Step {
  reason: string
  value: (candidate: ProfileCandidate) => number
}

const steps: readonly Step[] = [
  { reason: 'It belongs to the project itself.', value: ({ project }) => Number(project !== defaultProject) },
  { reason: 'It does not ship with QleetOS.', value: ({ isBuiltIn }) => Number(!isBuiltIn) },
  ...rankedConditions.map(([condition, name]) => ({
    reason: `It has a condition for ${name}.`,
    value: ({ conditions }: ProfileCandidate) => Number(conditions[condition] !== undefined),
  })),
  {
    reason: 'It has conditions for more labels.',
    value: ({ conditions }) => Object.keys(conditions.labels ?? {}).length,
  },
  { reason: 'It is the default.', value: ({ isDefault }) => Number(isDefault) },
]

/** Chooses the profile of an object from all profiles of its type. A pure function of its arguments. */
export function chooseProfile<Candidate extends ProfileCandidate>(
  facts: ProfileFacts,
  candidates: readonly Candidate[],
): ProfileChoice<Candidate> {
  const named = facts.named && candidateNamed(facts, candidates)
  const rejected: RejectedProfile[] = []
  const reject = ({ name, project }: Candidate, reason: string): void => {
    rejected.push({ name, project, reason })
  }
  const fitting = candidates.filter((candidate) => {
    const reason =
      facts.named !== undefined && candidate !== named
        ? 'Another profile is named.'
        : unmetCondition(candidate, facts)
    if (reason !== undefined) reject(candidate, reason)
    return reason === undefined
  })
  const [chosen, ...others] = fitting.toSorted((one, other) => compare(one, other).order)
  if (chosen === undefined) return { chosen, reason: 'No profile applies.', rejected }
  for (const other of others)
    reject(other, `${chosen.name} takes precedence: ${compare(chosen, other).reason}`)
  const [next] = others
  const reason =
    named !== undefined
      ? 'It is named.'
      : next === undefined
        ? 'It is the only one that applies.'
        : compare(chosen, next).reason
  return { chosen, reason, rejected }
}

/** Returns the named candidate: of the project, or else of the projects that all share. */
function candidateNamed<Candidate extends ProfileCandidate>(
  { named, project }: ProfileFacts,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const inProject = (owner: string): Candidate | undefined =>
    candidates.find((each) => each.name === named?.name && each.project === owner)
  return named?.project === undefined
    ? (inProject(project) ?? inProject(defaultProject))
    : inProject(named.project)
}

/** Returns the first condition of a profile that does not hold; undefined if all do. */
function unmetCondition({ conditions, engines }: ProfileCandidate, facts: ProfileFacts): string | undefined {
  const checks: [allowed: readonly string[] | undefined, value: string | undefined, name: string][] = [
    [conditions.projects, facts.project, 'projects'],
    [conditions.engine ?? engines, facts.engine, 'engines'],
    [conditions.tier, facts.tier, 'tiers'],
    [conditions.runtimeProvider, facts.runtimeProvider, 'providers of runtimes'],
    [conditions.locations, facts.location, 'locations'],
  ]
  for (const [allowed, value, name] of checks) {
    if (allowed === undefined || (value !== undefined && allowed.includes(value))) continue
    const found = value === undefined ? 'which is unknown here' : `not ${value}`
    return `It is for ${name} ${allowed.join(', ')}, ${found}.`
  }
  const missing = Object.entries(conditions.labels ?? {}).find(([key, value]) => facts.labels[key] !== value)
  return missing === undefined ? undefined : `It is for objects with label ${missing.join('=')}.`
}

/** Compares two profiles by the order of precedence: negative if the first one wins. */
function compare(one: ProfileCandidate, other: ProfileCandidate): { order: number; reason: string } {
  for (const { value, reason } of steps) {
    const order = value(other) - value(one)
    if (order !== 0) return { order, reason }
  }
  return { order: 0, reason: 'It has the same precedence.' }
}

/** Reports whether no step of the order of precedence distinguishes two profiles that could apply to the same object. */
export function isTie(one: ProfileCandidate, other: ProfileCandidate): boolean {
  if (one.project !== other.project || compare(one, other).order !== 0) return false
  const valuesOf = (
    { conditions, engines }: ProfileCandidate,
    condition: (typeof rankedConditions)[number][0],
  ): readonly string[] | undefined => conditions[condition] ?? (condition === 'engine' ? engines : undefined)
  const overlaps = rankedConditions.every(([condition]) => {
    const [mine, theirs] = [valuesOf(one, condition), valuesOf(other, condition)]
    return mine === undefined || theirs === undefined || mine.some((value) => theirs.includes(value))
  })
  const labels = other.conditions.labels ?? {}
  return (
    overlaps &&
    Object.entries(one.conditions.labels ?? {}).every(([key, value]) => (labels[key] ?? value) === value)
  )
}
