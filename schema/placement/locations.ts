import { kindNamed } from '../kinds/index.ts'
import { isRecord } from '../records.ts'
import { shortName } from '../short-name.ts'
import { mergeValuesDocuments } from '../values-document.ts'
import type { LocationOverride, Placement } from './declaration.ts'

/** An instance with several locations. */
export interface PlacedInstance {
  kind: string
  name: string
  project: string
  labels: Readonly<Record<string, string>>
  spec: Readonly<Record<string, unknown>>
}

/** The label of the instance of a location. Its value is the location, with `-` for `:`. */
const locationLabel = 'qleet.io/location'

/** Returns the desired instances of the locations of an instance. */
export function locationInstances(
  { kind, name, project, labels, spec }: PlacedInstance,
  placement: Placement,
) {
  const { locations = [], overrides = [], rollout: _, ...requirements } = placement
  return locations.map((location) => ({
    location,
    document: {
      kind,
      name: locationInstanceName(name, location),
      project,
      labels: { ...labels, [locationLabel]: location.replaceAll(':', '-') },
      spec: {
        ...mergeSpec(kind, spec, changesOf(overrides, location)),
        placement: { ...requirements, location },
      },
    },
  }))
}

/** Returns the name of the instance of a location. */
export function locationInstanceName(name: string, location: string): string {
  const [city = location] = location.split(':').slice(-1)
  return shortName(`${name}-${city.toLowerCase()}`)
}

/** Returns the fields that a location changes. */
function changesOf(overrides: readonly LocationOverride[], location: string): Record<string, unknown> {
  const found = overrides.find((each) => each.location === location) ?? {}
  return Object.fromEntries(Object.entries(found).filter(([field]) => field !== 'location'))
}

/** Returns a spec with the fields of one location. Values of charts are merged as Helm merges them. */
function mergeSpec(
  kind: string,
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = merge(base, over)
  for (const field of kindNamed(kind).values) {
    const [before, after] = [base[field], over[field]]
    if (typeof before === 'string' && typeof after === 'string')
      merged[field] = mergeValuesDocuments(before, after)
  }
  return merged
}

/** Returns fields with those of one location: maps are merged, and lists are continued. */
function merge(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = Object.entries(over).map(([key, value]) => {
    const before = base[key]
    if (isRecord(before) && isRecord(value)) return [key, merge(before, value)]
    return [key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value]
  })
  return { ...base, ...(Object.fromEntries(merged) as Record<string, unknown>) }
}
