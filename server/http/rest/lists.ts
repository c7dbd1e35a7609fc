import { Readable } from 'node:stream'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ListFilter, ListQuery } from '../../../schema/graphql/store.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { dataEnvelope, type Page } from './envelope.ts'
import { toRest } from './objects.ts'

/** The maximum number of objects per read. */
const pageSize = 100

export interface ListRequest {
  kind: Kind
  type: string
  filter: ListFilter
  /** The page to return; `size` is -1 for all objects. */
  page: Pick<Page, 'page' | 'size'>
}

/**
 * Returns a list in the envelope of the legacy API: a short list as a value, a long one as a stream with backpressure.
 */
export async function listBody(context: RequestContext, request: ListRequest): Promise<unknown> {
  const { kind, type, filter, page } = request
  const total = await context.store.count(filter)
  const envelope = dataEnvelope(type, [], { ...page, total })
  if (page.size === -1 ? total > pageSize : page.size > pageSize)
    return Readable.from(chunks(context, { ...request, envelope }))
  const data: unknown[] = []
  for await (const objects of pagesOf(context, request))
    data.push(...(await Promise.all(objects.map((object) => toRest(kind, object, context)))))
  return { ...envelope, Data: data }
}

async function* chunks(
  context: RequestContext,
  { envelope, kind, ...request }: ListRequest & { envelope: ReturnType<typeof dataEnvelope> },
): AsyncGenerator<string> {
  const { Meta, Type, Status } = envelope
  yield `{"Meta":${JSON.stringify(Meta)},"Type":${JSON.stringify(Type)},"Data":[`
  let isFirst = true
  for await (const objects of pagesOf(context, { kind, ...request })) {
    const items = await Promise.all(objects.map((object) => toRest(kind, object, context)))
    yield `${isFirst ? '' : ','}${items.map((item) => JSON.stringify(item)).join(',')}`
    isFirst = false
  }
  yield `],"Status":${JSON.stringify(Status)}}`
}

async function* pagesOf(
  { store }: RequestContext,
  { filter, page: { page, size } }: ListRequest,
): AsyncGenerator<StoredObject[]> {
  let remaining = size === -1 ? Infinity : size
  let cursor: Pick<ListQuery, 'after' | 'offset'> = size === -1 ? {} : { offset: (page - 1) * size }
  while (remaining > 0) {
    const limit = Math.min(pageSize, remaining)
    const { objects, isCut } = await store.list({
      ...filter,
      order: 'id',
      direction: 'asc',
      limit,
      ...cursor,
    })
    const last = objects.at(-1)
    if (last === undefined) return
    yield objects
    if (objects.length < limit && !isCut) return
    remaining -= objects.length
    cursor = { after: { id: last.id, value: String(last.id) } }
  }
}
