import { Readable } from 'node:stream'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type {
  ListFilter,
  ObjectListQuery,
  ObjectStamp,
  ObjectView,
} from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { OrderKey } from '../../../schema/object-order.ts'
import { concatJson, encodeJson, separated } from '../encoded-json.ts'
import type { ObjectTexts } from '../object-texts.ts'
import { dataEnvelope } from './envelope.ts'
import { restFields } from './fields.ts'
import type { PageRequest } from './queries.ts'
import { toRest } from './to-rest.ts'

/** The maximum number of objects per read. */
const pageSize = 500

export interface ListRequest {
  kind: Kind
  filter: ListFilter
  order: readonly OrderKey[]
  page: PageRequest
  /** The encoded JSON of objects of earlier lists. */
  texts: ObjectTexts
}

/**
 * Returns a list in the envelope of the legacy API: a short list as encoded JSON, a long one as a stream with backpressure.
 */
export async function listBody(
  context: RequestContext,
  request: ListRequest,
): Promise<{ body: Buffer | Readable; total: number }> {
  const { kind, filter, page } = request
  const total = await context.store.count(filter)
  const { Meta, Type, Status } = dataEnvelope(kind.kind, [], { ...page, total })
  const envelope = {
    start: `{"Meta":${JSON.stringify(Meta)},"Type":${JSON.stringify(Type)},"Data":[`,
    end: `],"Status":${JSON.stringify(Status)}}`,
  }
  const chunks = chunksOf(envelope, textsOf(context, request))
  if (page.size === -1 ? total > pageSize : page.size > pageSize)
    return { body: Readable.from(chunks), total }
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return { body: Buffer.concat(parts), total }
}

async function* chunksOf(
  { start, end }: { start: string; end: string },
  pages: AsyncIterable<readonly Buffer[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(start)
  let isFirst = true
  for await (const texts of pages) {
    if (texts.length === 0) continue
    yield concatJson([isFirst ? '' : ',', ...separated(texts)])
    isFirst = false
  }
  yield Buffer.from(end)
}

/** Yields the encoded JSON of the objects of a list. */
async function* textsOf(context: RequestContext, request: ListRequest): AsyncGenerator<readonly Buffer[]> {
  const { store, scopesOf } = context
  const { kind } = request
  const encode = async (objects: readonly ObjectView[]): Promise<Buffer[]> =>
    (await toRest(kind, objects, context)).map((form) => encodeJson(form))
  // Which references an actor with other permissions sees depends on more than the object.
  if (scopesOf('read') === 'all' && showsOnlyItself(kind))
    for await (const stamps of pagesOf((query) => store.listStamps(query), request))
      yield* knownTexts(stamps, { context, texts: request.texts, encode })
  else
    for await (const objects of pagesOf((query) => store.listViews(query), request))
      yield await encode(objects)
}

/** Reports whether the fields of a kind show nothing but the object itself. */
function showsOnlyItself(kind: Kind): boolean {
  return restFields(kind).every(({ from }) => from !== 'owned' && from !== 'kept')
}

/** Reports whether an object is shown as it is until it changes: a confirmation expires. */
function isLasting({ confirmation }: ObjectView): boolean {
  return confirmation === null
}

interface TextSources {
  context: RequestContext
  texts: ObjectTexts
  encode: (objects: readonly ObjectView[]) => Promise<Buffer[]>
}

/** Yields the encoded JSON of a page: that of an earlier list for objects that have not changed since. */
async function* knownTexts(
  stamps: readonly ObjectStamp[],
  { context: { store }, texts, encode }: TextSources,
): AsyncGenerator<readonly Buffer[]> {
  const found = new Map(stamps.map((each) => [each.id, texts.get(each)]))
  let rest = stamps
  for (;;) {
    const missing = rest.filter(({ id }) => found.get(id) === undefined)
    if (missing.length === 0) return yield rest.flatMap(({ id }) => found.get(id) ?? [])
    const { objects, isCut } = await store.views(missing.map(({ id }) => id))
    const encoded = await encode(objects)
    const byId = new Map(missing.map((each) => [each.id, each]))
    for (const [index, object] of objects.entries()) {
      const [stamp, text] = [byId.get(object.id), encoded[index]]
      if (stamp === undefined || text === undefined) continue
      found.set(object.id, text)
      if (isLasting(object)) texts.set(stamp, text)
    }
    // Of those that are there, one is always read: without any, the first is gone.
    const last = objects.at(-1)?.id ?? missing[0]?.id
    const end = isCut ? rest.findIndex(({ id }) => id === last) + 1 : rest.length
    yield rest.slice(0, end).flatMap(({ id }) => found.get(id) ?? [])
    if (!isCut) return undefined
    rest = rest.slice(end)
  }
}

/** Yields the pages of a list, as a method of the store returns them. */
export async function* pagesOf<Item>(
  read: (
    query: ObjectListQuery,
  ) => Promise<{ objects: Item[]; cursors: ObjectListQuery['after'][]; isCut: boolean }>,
  { filter, order: orderBy, page: { page, size } }: Pick<ListRequest, 'filter' | 'order' | 'page'>,
): AsyncGenerator<Item[]> {
  let remaining = size === -1 ? Infinity : size
  let start: Pick<ObjectListQuery, 'after' | 'offset'> = size === -1 ? {} : { offset: (page - 1) * size }
  while (remaining > 0) {
    const limit = Math.min(pageSize, remaining)
    const { objects, cursors, isCut } = await read({ ...filter, orderBy, limit, ...start })
    const after = cursors.at(-1)
    if (after === undefined) return
    yield objects
    if (objects.length < limit && !isCut) return
    remaining -= objects.length
    start = { after }
  }
}
