import { invalidInput, shownValue, type FieldError } from '../../../schema/errors.ts'
import type { FastifyRequest } from 'fastify'

/** The parameters of the query of a request, with names in lower case. */
export type Query = ReadonlyMap<string, string>

/**
 * Returns the query parameters, whose names may have any case. Throws INVALID_INPUT for unknown and repeated parameters,
 * and for values that Postgres cannot store.
 */
export function queryOf({ query }: FastifyRequest, known: readonly string[]): Query {
  const found = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [path, value] of Object.entries(query as Record<string, string | string[]>)) {
    const name = knownName(path.toLowerCase(), known)
    if (!known.includes(name)) errors.push(unknownParameter(path, known))
    else if (typeof value !== 'string' || found.has(name))
      errors.push({
        path,
        code: 'DUPLICATE',
        message: 'is given more than once',
        value: shownValue(value),
        remedy: 'Send it once.',
      })
    else if (value.includes('\0'))
      errors.push({
        path,
        code: 'INVALID',
        message: 'contains a character that cannot be stored (NUL)',
        remedy: 'Remove it.',
      })
    else found.set(name, value)
  }
  if (errors.length > 0) throw invalidInput(errors)
  return found
}

/** Returns the name of a parameter, which legacy clients also write with hyphens: `kubernetes-runtime-instance-id`. */
function knownName(given: string, known: readonly string[]): string {
  return known.includes(given) ? given : given.replaceAll('-', '')
}

function unknownParameter(path: string, known: readonly string[]): FieldError {
  const remedy = known.length === 0 ? 'Remove it.' : `Parameters are ${known.join(', ')}.`
  return { path, code: 'UNKNOWN_FIELD', message: 'is not a known parameter', remedy }
}

/** The parameters of the page of a list. */
export const pageParameters = ['page', 'size'] as const

function isOfPage(name: string): boolean {
  return (pageParameters as readonly string[]).includes(name)
}

/** The default and the maximum number of objects in a page, and the maximum number of a page. */
export const pageLimits = { size: 50, maxSize: 1000, maxPage: 1_000_000_000 } as const

/** A page; a size of -1 is the whole list. */
export interface PageRequest {
  page: number
  size: number
}

/** Returns the requested page. As in the legacy API, 0 selects the default. Throws INVALID_INPUT. */
export function pageOf(query: Query): PageRequest {
  const [page, size] = [query.get('page') ?? '0', query.get('size') ?? '0']
  const errors: FieldError[] = []
  if (!isWithin(page, pageLimits.maxPage))
    errors.push(outOfRange('page', page, `from 1 to ${pageLimits.maxPage}`))
  if (size !== '-1' && !isWithin(size, pageLimits.maxSize))
    errors.push(outOfRange('size', size, `from 1 to ${pageLimits.maxSize}, or -1 for all`))
  if (errors.length > 0) throw invalidInput(errors)
  return { page: Number(page) || 1, size: Number(size) || pageLimits.size }
}

// oxlint-disable-next-line max-params -- the parameter, its value and its range
function outOfRange(path: string, value: string, range: string): FieldError {
  return { path, code: 'OUT_OF_RANGE', message: `must be ${range}`, value: shownValue(value) }
}

function isWithin(value: string, largest: number): boolean {
  return /^\d{1,16}$/.test(value) && Number(value) <= largest
}

/** Returns the `Link` header of a page of a list: https://www.rfc-editor.org/rfc/rfc8288 */
export function linksOf(url: string, { page, size }: PageRequest, total: number): string | undefined {
  if (size === -1) return undefined
  const [path = '', search = ''] = url.split('?')
  const last = Math.max(1, Math.ceil(total / size))
  const link = (rel: string, to: number): string => {
    const kept = [...new URLSearchParams(search)].filter(([name]) => !isOfPage(name.toLowerCase()))
    const query = new URLSearchParams(kept)
    query.set('page', String(to))
    query.set('size', String(size))
    return `<${path}?${query.toString()}>; rel="${rel}"`
  }
  return [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ].join(', ')
}
