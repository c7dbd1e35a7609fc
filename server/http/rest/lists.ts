import { Readable } from 'node:stream'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ListFilter, ListQuery } from '../../../schema/graphql/store.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { dataEnvelope, type Page } from './envelope.ts'
import { toRest } from './objects.ts'

/** Objects that are read at once. */
const pageSize = 100

export interface ListRequest {
  kind: Kind
  type: string
  filter: ListFilter
  /** `size` is -1 for all. */
  page: Pick<Page, 'page' | 'size'>
}

/** A list as the original API returned it: at once where it is short, else piece by piece as it is read and taken. */
export async function listAnswer(context: RequestContext, request: ListRequest): Promise<unknown> {
  const { kind, type, filter, page } = request
  const total = await context.store.count(filter)
  const envelope = dataEnvelope(type, [], { ...page, total })
  if (page.size === -1 ? total > pageSize : page.size > pageSize)
    return Readable.from(pieces(context, { ...request, envelope }))
  const data: unknown[] = []
  for await (const objects of pagesOf(context, request))
    data.push(...(await Promise.all(objects.map((object) => toRest(kind, object, context)))))
  return { ...envelope, Data: data }
}

async function* pieces(
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
  let left = size === -1 ? Infinity : size
  let place: Pick<ListQuery, 'after' | 'offset'> = size === -1 ? {} : { offset: (page - 1) * size }
  while (left > 0) {
    const limit = Math.min(pageSize, left)
    const { objects, isCut } = await store.list({ ...filter, order: 'id', direction: 'asc', limit, ...place })
    const last = objects.at(-1)
    if (last === undefined) return
    yield objects
    if (objects.length < limit && !isCut) return
    left -= objects.length
    place = { after: { id: last.id, value: String(last.id) } }
  }
}
