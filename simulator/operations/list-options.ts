import { badRequest, invalid, StatusError, type FieldError } from '../errors/status-error.ts'

export interface ListOptions {
  /** The requested revision; undefined if the request has no resourceVersion. */
  revision: number | undefined
  match: 'Exact' | 'NotOlderThan' | undefined
  limit: number
  continue: string
  /** The requested value; undefined if the request has none. */
  sendInitialEvents: boolean | undefined
  allowBookmarks: boolean
}

/** Parses the options of lists and watches. Thrown BadRequest or Invalid: for invalid values and combinations. */
export function parseListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const text = (name: string) => query.get(name) ?? ''
  const version = text('resourceVersion')
  const limit = text('limit')
  if (limit !== '' && !/^-?\d+$/.test(limit))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(limit)}: invalid syntax`)
  const errors = isWatch ? watchErrors(text) : listErrors(text)
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors)
  if (version !== '' && !/^\d+$/.test(version)) throw badVersion(version, isWatch)
  const match = text('resourceVersionMatch')
  return {
    revision: version === '' ? undefined : Number(version),
    match: match === 'Exact' || match === 'NotOlderThan' ? match : undefined,
    limit: Number(limit),
    continue: text('continue'),
    sendInitialEvents: query.has('sendInitialEvents') ? isTrue(query.get('sendInitialEvents')) : undefined,
    allowBookmarks: isTrue(query.get('allowWatchBookmarks') ?? 'false'),
  }
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1' || text === ''
}

type Read = (name: string) => string

function forbidden(field: string, detail: string): FieldError {
  return { type: 'forbidden', field, detail }
}

function listErrors(text: Read): FieldError[] {
  const [version, match] = [text('resourceVersion'), text('resourceVersionMatch')]
  const errors: FieldError[] = []
  if (text('sendInitialEvents') !== '')
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  if (match === '') return errors
  if (version === '')
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden unless resourceVersion is provided',
      ),
    )
  if (text('continue') !== '')
    errors.push(
      forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'),
    )
  if (match !== 'Exact' && match !== 'NotOlderThan')
    errors.push({
      type: 'unsupported',
      field: 'resourceVersionMatch',
      value: match,
      detail: 'supported values: "Exact", "NotOlderThan", ""',
    })
  if (match === 'Exact' && version === '0')
    errors.push(
      forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    )
  return errors
}

function watchErrors(text: Read): FieldError[] {
  const match = text('resourceVersionMatch')
  const errors: FieldError[] = []
  const field = 'resourceVersionMatch'
  if (text('sendInitialEvents') === '') {
    if (match !== '')
      errors.push(
        forbidden(field, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      )
  } else if (match !== 'NotOlderThan') {
    errors.push(forbidden(field, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
    if (match !== '')
      errors.push({ type: 'unsupported', field, value: match, detail: 'supported values: "NotOlderThan"' })
  }
  if (text('continue') !== '')
    errors.push(forbidden(field, 'resourceVersionMatch is forbidden when continue is provided'))
  return errors
}

function badVersion(version: string, isWatch: boolean): StatusError {
  const problem = `resourceVersion: Invalid value: ${JSON.stringify(version)}: strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`
  return isWatch
    ? new StatusError({ code: 500, reason: '', message: problem })
    : badRequest(`invalid resource version: ${problem}`)
}
