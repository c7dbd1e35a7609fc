import { Readable } from 'node:stream'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ListFilter, ObjectListQuery, ObjectView } from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { OrderKey } from '../../../schema/object-order.ts'
import { dataEnvelope } from './envelope.ts'
import type { PageRequest } from './queries.ts'
import { toRest } from './to-rest.ts'

/** The maximum number of objects per read. */
const pageSize = 500

export interface ListRequest {
  kind: Kind
  filter: ListFilter
  order: readonly OrderKey[]
  page: PageRequest
}

/**
 * Returns a list in the envelope of the legacy API: a short list as a value, a long one as a stream with backpressure.
 */
export async function listBody(
  context: RequestContext,
  request: ListRequest,
): Promise<{ body: unknown; total: number }> {
  const { kind, filter, page } = request
  const total = await context.store.count(filter)
  const envelope = dataEnvelope(kind.kind, [], { ...page, total })
  if (page.size === -1 ? total > pageSize : page.size > pageSize)
    return { body: Readable.from(chunks(context, { ...request, envelope })), total }
  const data: unknown[] = []
  for await (const objects of pagesOf(context, request)) data.push(...(await toRest(kind, objects, context)))
  return { body: { ...envelope, Data: data }, total }
}

async function* chunks(
  context: RequestContext,
  { envelope, kind, ...request }: ListRequest & { envelope: ReturnType<typeof dataEnvelope> },
): AsyncGenerator<string> {
  const { Meta, Type, Status } = envelope
  yield `{"Meta":${JSON.stringify(Meta)},"Type":${JSON.stringify(Type)},"Data":[`
  let isFirst = true
  for await (const objects of pagesOf(context, { kind, ...request })) {
    const items = JSON.stringify(await toRest(kind, objects, context))
    yield `${isFirst ? '' : ','}${items.slice(1, -1)}`
    isFirst = false
  }
  yield `],"Status":${JSON.stringify(Status)}}`
}

async function* pagesOf(
  { store }: RequestContext,
  { filter, order: orderBy, page: { page, size } }: ListRequest,
): AsyncGenerator<ObjectView[]> {
  let remaining = size === -1 ? Infinity : size
  let start: Pick<ObjectListQuery, 'after' | 'offset'> = size === -1 ? {} : { offset: (page - 1) * size }
  while (remaining > 0) {
    const limit = Math.min(pageSize, remaining)
    const { objects, cursors, isCut } = await store.listViews({ ...filter, orderBy, limit, ...start })
    const after = cursors.at(-1)
    if (after === undefined) return
    yield objects
    if (objects.length < limit && !isCut) return
    remaining -= objects.length
    start = { after }
  }
}
