import type { ProfileConditions } from '../kinds/profile.ts'
import { shortName } from '../short-name.ts'
import { chooseProfile, type ProfileCandidate } from '../profiles/choose.ts'
import { parseQualifiedName, profileLabel } from '../names.ts'
import { cloudParameters, type RuntimeParameters } from '../profiles/types.ts'
import type { Placement } from './declaration.ts'
import { dedicatedLabel, misfitOf, tierLabel, type Rejection, type RuntimeCandidate } from './fit.ts'

/* Runtimes that are made from a profile because none fits. */

/** A profile of the type `KubernetesRuntime`. */
export interface RuntimeProfile extends ProfileCandidate {
  provider: string
  conditions: ProfileConditions
  parameters: RuntimeParameters
}

/** The instance that needs a runtime. */
export interface RuntimeRequest {
  name: string
  project: string
  labels: Readonly<Record<string, string>>
  placement: Placement
}

/** The names of runtimes that exist. */
export interface ExistingRuntimes {
  taken: ReadonlySet<string>
  /** Those that were made for the instance already, but do not fit: another one would not either. */
  own: ReadonlySet<string>
}

/** The desired state of an object of a runtime. */
export interface RuntimeDocument {
  kind: string
  name: string
  project: string
  labels: Record<string, string>
  spec: Record<string, unknown>
  field: string
  gracePeriod: number
}

/** The time in seconds for which a runtime is retained without an instance, unless its profile sets another. */
export const defaultGraceSeconds = 600

/**
 * Returns the objects of the runtime to make for an instance; none if no profile makes one that fits, with the reason for each
 * profile.
 */
export function runtimeToMake(
  request: RuntimeRequest,
  profiles: readonly RuntimeProfile[],
  existing: ExistingRuntimes,
): { documents: RuntimeDocument[]; rejected: Rejection[] } {
  const { placement, project, labels } = request
  const { chosen, rejected } = chooseProfile(
    {
      project,
      tier: placement.tier,
      runtimeProvider: placement.provider,
      location: placement.location,
      labels,
      named:
        placement.runtimeProfile === undefined
          ? undefined
          : parseQualifiedName(placement.runtimeProfile, project),
    },
    profiles.map((profile) => ({ ...profile, misfit: misfitOf(placement, madeRuntime(request, profile)) })),
  )
  if (chosen === undefined) return { documents: [], rejected: rejected.map(asRejection) }
  if (chosen.misfit !== undefined) {
    const reason = `makes a runtime that ${chosen.misfit}`
    return { documents: [], rejected: [{ runtime: `Profile ${chosen.name}`, reason }] }
  }
  const name = nameOf(request, chosen, existing)
  return { documents: name === undefined ? [] : documentsOf(request, chosen, name), rejected: [] }
}

function asRejection({ name, reason }: { name: string; reason: string }): Rejection {
  return { runtime: `Profile ${name}`, reason: reason.replace(/^It /, '').replace(/\.$/, '') }
}

/** Returns the runtime that a profile would make, as a candidate. */
function madeRuntime(request: RuntimeRequest, profile: RuntimeProfile): RuntimeCandidate {
  return {
    name: '',
    labels: labelsOf(request, profile),
    location: locationOf(request, profile),
    provider: profile.provider,
    ready: true,
    phase: 'Ready',
    deleting: false,
    installable: true,
    services: [],
    instances: 0,
    maxInstances: profile.parameters.maxInstances,
  }
}

function labelsOf(
  { placement, name }: RuntimeRequest,
  { parameters }: RuntimeProfile,
): Record<string, string> {
  return {
    ...parameters.labels,
    ...(placement.tier === undefined ? {} : { [tierLabel]: placement.tier }),
    ...(placement.isolation === 'dedicated' ? { [dedicatedLabel]: name } : {}),
  }
}

function locationOf({ placement }: RuntimeRequest, { conditions }: RuntimeProfile): string {
  return placement.location ?? conditions.locations?.[0] ?? 'Local'
}

/**
 * Returns the name of the runtime: of its profile and city, so that instances with the same needs share it. Undefined if the
 * instance has one of that name already.
 */
function nameOf(
  request: RuntimeRequest,
  profile: RuntimeProfile,
  { taken, own }: ExistingRuntimes,
): string | undefined {
  const { placement, name } = request
  const [city = ''] = locationOf(request, profile).split(':').slice(-1)
  const owner = placement.isolation === 'dedicated' ? name : profile.name
  const stage = placement.tier === undefined ? [] : [placement.tier]
  const base = [owner, ...stage, city].join('-').toLowerCase()
  for (let number = 1; ; number++) {
    const found = shortName(number === 1 ? base : `${base}-${number}`)
    if (own.has(found)) return undefined
    if (!taken.has(found)) return found
  }
}

function documentsOf(request: RuntimeRequest, profile: RuntimeProfile, name: string): RuntimeDocument[] {
  const { gracePeriod = defaultGraceSeconds, maxInstances } = profile.parameters
  const common = {
    name,
    project: request.project,
    field: 'spec.placement',
    gracePeriod: gracePeriod * 1000,
  }
  const madeBy = { [profileLabel]: profile.name }
  const definition = { provider: profile.provider, ...cloudParameters.strip().parse(profile.parameters) }
  const spec = {
    definition: name,
    location: locationOf(request, profile),
    ...(maxInstances === undefined ? {} : { maxInstances }),
  }
  return [
    { kind: 'KubernetesRuntimeDefinition', ...common, labels: madeBy, spec: definition },
    {
      kind: 'KubernetesRuntimeInstance',
      ...common,
      labels: { ...labelsOf(request, profile), ...madeBy },
      spec,
    },
  ]
}
