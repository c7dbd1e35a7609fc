import { apiVersion } from '../../schema/api-version.ts'
import { shownValue } from '../../schema/errors.ts'
import { allKinds, findKind } from '../../schema/kinds/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { pairs } from '../kind-names.ts'
import { didYouMean } from '../../schema/similar.ts'
import { below, errorAt, type SourceLocation } from './source-location.ts'
import { addObject, addPair, checkKeys, fieldsOfPair, mapAt, type Reading } from './reading.ts'

export { apiVersion }

/** Fields of `metadata` that only the server sets. Printed documents contain them; they are not read. */
const setByServer = ['uid', 'generation', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp']

/** The fields of a canonical document. */
interface DocumentFields {
  kind: string
  name: unknown
  project: unknown
  labels: unknown
  annotations: unknown
  spec: unknown
  locations: Record<'name' | 'project' | 'labels' | 'annotations' | 'spec', SourceLocation>
}

/** Reads a document with `apiVersion: qleet.io/v1`, `kind`, `metadata: {name, project, labels, annotations}` and `spec`. */
export function readCanonical(
  reading: Reading,
  location: SourceLocation,
  document: Record<string, unknown>,
): void {
  const { kind, metadata, spec } = document
  if (!checkApiVersion(reading, location, document)) return
  checkKeys(reading, location, { map: document, known: ['apiVersion', 'kind', 'metadata', 'spec', 'status'] })
  const meta = mapAt(reading, below(location, 'metadata'), metadata)
  if (meta === undefined || typeof kind !== 'string') return
  const given = Object.fromEntries(Object.entries(meta).filter(([key]) => !setByServer.includes(key)))
  checkKeys(reading, below(location, 'metadata'), {
    map: given,
    known: ['name', 'project', 'labels', 'annotations'],
  })
  addDocument(reading, location, {
    kind,
    name: meta['name'],
    project: meta['project'],
    labels: meta['labels'],
    annotations: meta['annotations'],
    spec,
    locations: {
      name: below(location, 'metadata', 'name'),
      project: below(location, 'metadata', 'project'),
      labels: below(location, 'metadata', 'labels'),
      annotations: below(location, 'metadata', 'annotations'),
      spec: below(location, 'spec'),
    },
  })
}

/** Reports whether the API version and kind are valid. Adds an error if they are not. */
function checkApiVersion(
  { errors }: Reading,
  location: SourceLocation,
  document: Record<string, unknown>,
): boolean {
  const { apiVersion: version, kind } = document
  const isKnown =
    typeof kind === 'string' &&
    [...allKinds, ...pairs.map(({ name }) => ({ kind: name }))].some((each) => each.kind === kind)
  if (version === apiVersion) {
    if (typeof kind === 'string') return true
    errors.push(
      errorAt(
        below(location, 'kind'),
        kind === undefined
          ? { code: 'REQUIRED', message: 'is missing' }
          : {
              code: 'INVALID_TYPE',
              message: 'must be a string',
              value: shownValue(kind),
              expected: 'string',
            },
      ),
    )
  } else if (typeof version === 'string' && !isKnown && !version.startsWith('qleet.io/')) {
    const message = `is a Kubernetes resource (${version} ${String(kind)}), not an object of QleetOS`
    const remedy = 'Put it into the yamlDocument of a WorkloadDefinition.'
    errors.push(errorAt(location, { code: 'INVALID', message, remedy }))
  } else {
    const remedy = `Set apiVersion: ${apiVersion}.`
    const error =
      version === undefined
        ? { code: 'REQUIRED' as const, message: 'is missing', remedy }
        : { code: 'NOT_SUPPORTED' as const, message: 'is not known', value: shownValue(version), remedy }
    errors.push(errorAt(below(location, 'apiVersion'), error))
  }
  return false
}

function addDocument(reading: Reading, location: SourceLocation, fields: DocumentFields): void {
  const { kind: kindName, name, project, labels, annotations, locations } = fields
  const kind = findKind(kindName)
  const pair = pairs.find((each) => each.name === kindName)
  const known = kind === undefined ? pair && fieldsOfPair(pair) : Object.keys(kind.spec.shape)
  if (known === undefined) {
    const kinds = [...allKinds.map((each) => each.kind), ...pairs.map((each) => each.name)]
    const remedy = didYouMean(kindName, kinds) || `Kinds are ${kinds.join(', ')}.`
    reading.errors.push(
      errorAt(below(location, 'kind'), {
        code: 'NOT_SUPPORTED',
        message: 'is not a kind',
        value: shownValue(kindName),
        remedy,
      }),
    )
    return
  }
  const given = fields.spec ?? {}
  const spec = reading.options.identityOnly === true ? {} : mapAt(reading, locations.spec, given)
  if (spec === undefined) return
  checkKeys(reading, locations.spec, { map: spec, known })
  const knownSpec = Object.fromEntries(Object.entries(spec).filter(([field]) => known.includes(field)))
  const object = {
    name,
    labels,
    spec: knownSpec,
    location,
    locations: { ...locations, spec: {}, specWhole: isRecord(fields.spec) ? locations.spec : location },
    ...(project === undefined ? {} : { project }),
    ...(annotations === undefined ? {} : { annotations }),
  }
  if (kind !== undefined) addObject(reading, { ...object, kind })
  else if (pair !== undefined) addPair(reading, pair, object)
}
