import { shownValue } from '../../schema/errors.ts'
import { allKinds, findKind } from '../../schema/kinds/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { pairs } from '../kind-names.ts'
import { didYouMean } from '../similar.ts'
import { below, errorAt, type SourceLocation } from './source-location.ts'
import { addObject, addPair, checkKeys, fieldsOfPair, mapAt, type Reading } from './reading.ts'

export const apiVersion = 'qleet.io/v1'

interface Parts {
  kind: string
  name: unknown
  project: unknown
  labels: unknown
  spec: unknown
  places: { name: SourceLocation; project: SourceLocation; labels: SourceLocation; spec: SourceLocation }
}

/** `apiVersion: qleet.io/v1, kind, metadata: {name, labels, project}, spec`. */
export function readCanonical(
  reading: Reading,
  place: SourceLocation,
  document: Record<string, unknown>,
): void {
  const { kind, metadata, spec } = document
  if (!isOurs(reading, place, document)) return
  checkKeys(reading, place, { map: document, known: ['apiVersion', 'kind', 'metadata', 'spec', 'status'] })
  const meta = mapAt(reading, below(place, 'metadata'), metadata)
  if (meta === undefined || typeof kind !== 'string') return
  checkKeys(reading, below(place, 'metadata'), { map: meta, known: ['name', 'project', 'labels'] })
  addParts(reading, place, {
    kind,
    name: meta['name'],
    project: meta['project'],
    labels: meta['labels'],
    spec,
    places: {
      name: below(place, 'metadata', 'name'),
      project: below(place, 'metadata', 'project'),
      labels: below(place, 'metadata', 'labels'),
      spec: below(place, 'spec'),
    },
  })
}

const printed = [
  'id',
  'kind',
  'name',
  'project',
  'labels',
  'generation',
  'observedGeneration',
  'version',
  'ready',
]
const alsoPrinted = ['spec', 'status', 'confirmation', 'createdAt', 'updatedAt', 'deletionRequestedAt']

/** What `get -o yaml` and `get -o json` print: names and spec count, the rest is what was. */
export function readPrinted(
  reading: Reading,
  place: SourceLocation,
  document: Record<string, unknown>,
): void {
  const { kind, name, project, labels, spec } = document
  checkKeys(reading, place, { map: document, known: [...printed, ...alsoPrinted] })
  const places = {
    name: below(place, 'name'),
    project: below(place, 'project'),
    labels: below(place, 'labels'),
    spec: below(place, 'spec'),
  }
  addParts(reading, place, { kind: String(kind), name, project, labels, spec, places })
}

function isOurs({ errors }: Reading, place: SourceLocation, document: Record<string, unknown>): boolean {
  const { apiVersion: version, kind } = document
  const isKnown =
    typeof kind === 'string' &&
    [...allKinds, ...pairs.map(({ name }) => ({ kind: name }))].some((each) => each.kind === kind)
  if (version === apiVersion) {
    if (typeof kind === 'string') return true
    errors.push(
      errorAt(
        below(place, 'kind'),
        kind === undefined
          ? { message: 'is missing' }
          : { message: 'must be a string', value: shownValue(kind), expected: 'string' },
      ),
    )
  } else if (typeof version === 'string' && !isKnown && !version.startsWith('qleet.io/')) {
    const message = `is a Kubernetes resource (${version} ${String(kind)}), not an object of QleetOS`
    const remedy = 'Put it into the yamlDocument of a WorkloadDefinition.'
    errors.push(errorAt(place, { message, remedy }))
  } else {
    const remedy = `Write apiVersion: ${apiVersion}.`
    const error =
      version === undefined
        ? { message: 'is missing', remedy }
        : { message: 'is not known', value: shownValue(version), remedy }
    errors.push(errorAt(below(place, 'apiVersion'), error))
  }
  return false
}

function addParts(reading: Reading, place: SourceLocation, parts: Parts): void {
  const { kind: kindName, name, project, labels, places } = parts
  const kind = findKind(kindName)
  const pair = pairs.find((each) => each.name === kindName)
  const known = kind === undefined ? pair && fieldsOfPair(pair) : Object.keys(kind.spec.shape)
  if (known === undefined) {
    const kinds = [...allKinds.map((each) => each.kind), ...pairs.map((each) => each.name)]
    const remedy = didYouMean(kindName, kinds) || `Kinds are ${kinds.join(', ')}.`
    reading.errors.push(
      errorAt(below(place, 'kind'), { message: 'is not a kind', value: shownValue(kindName), remedy }),
    )
    return
  }
  const given = parts.spec ?? {}
  const spec = reading.options.identityOnly === true ? {} : mapAt(reading, places.spec, given)
  if (spec === undefined) return
  checkKeys(reading, places.spec, { map: spec, known })
  const knownSpec = Object.fromEntries(Object.entries(spec).filter(([field]) => known.includes(field)))
  const object = {
    name,
    labels,
    spec: knownSpec,
    place,
    places: { ...places, spec: {}, specWhole: isRecord(parts.spec) ? places.spec : place },
    ...(project === undefined ? {} : { project }),
  }
  if (kind !== undefined) addObject(reading, { ...object, kind })
  else if (pair !== undefined) addPair(reading, pair, object)
}
