import { notAcceptable, StatusError } from '../errors/status-error.ts'

/** The format of a response. */
export interface Representation {
  format: 'json' | 'yaml'
  as: 'object' | 'table' | 'metadata'
}

interface MediaRange {
  type: string
  parameters: ReadonlyMap<string, string>
}

const offered = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
]

/**
 * Returns the first representation that the client accepts and the server supports. Thrown NotAcceptable: if there is
 * none.
 */
export function negotiate(accept: string | undefined, what: 'object' | 'list' = 'object'): Representation {
  const metadataKind = what === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata'
  if (accept === undefined || accept === '' || accept === 'application/json')
    return { format: 'json', as: 'object' }
  for (const range of parseAccept(accept)) {
    const format = formatOf(range.type)
    if (format === undefined) continue
    const as = range.parameters.get('as')
    if (as === undefined) return { format, as: 'object' }
    const isMeta = range.parameters.get('g') === 'meta.k8s.io' && range.parameters.get('v') === 'v1'
    if (isMeta && as === 'Table') return { format, as: 'table' }
    if (isMeta && as === metadataKind) return { format, as: 'metadata' }
  }
  if (parseAccept(accept).some(({ type }) => formatOf(type) !== undefined)) throw noSuchForm()
  throw notAcceptable(offered)
}

/** Returns the error for a known media type with unsupported parameters. */
function noSuchForm(): StatusError {
  const message = `only the following media types are accepted: ${offered.slice(0, 3).join(', ')}`
  return new StatusError({ code: 406, reason: 'NotAcceptable', message })
}

/**
 * Reports whether the client accepts a kind in place of the object, as in `application/json;as=KIND;v=VERSION;g=GROUP`.
 */
export function accepts(
  accept: string | undefined,
  accepted: { group: string; version: string; as: string },
): boolean {
  return parseAccept(accept ?? '').some(
    ({ parameters }) =>
      parameters.get('as') === accepted.as &&
      parameters.get('g') === accepted.group &&
      parameters.get('v') === accepted.version,
  )
}

function formatOf(type: string): Representation['format'] | undefined {
  if (type === 'application/json' || type === '*/*' || type === 'application/*') return 'json'
  return type === 'application/yaml' ? 'yaml' : undefined
}

function parseAccept(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    return {
      type,
      parameters: new Map(
        parameters.map((parameter) => {
          const [name = '', value = ''] = parameter.split('=')
          return [name, value]
        }),
      ),
    }
  })
}
