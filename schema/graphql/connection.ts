import { z } from 'zod'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { invalidInput, shownValue } from '../errors.ts'
import { defined, unstorable } from '../inputs.ts'
import { mostEntries } from '../limits.ts'
import { Labels } from '../names.ts'
import { ObjectStatus } from '../status.ts'
import { assertAtMost } from './arguments.ts'
import { builder, type SchemaTypes } from './builder.ts'
import type { RequestContext } from './context.ts'
import { costOfPage, costOfStatement } from './cost.ts'
import type { Permission } from './permissions.ts'
import type { ListFilter, ListQuery } from './store.ts'

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

const OrderField = builder.enumType('ObjectOrderField', {
  description: 'What a list is ordered by. Every order is stable: equal ones are ordered by id.',
  values: {
    ID: { value: 'id' as const, description: 'In the order in which they were created.' },
    NAME: { value: 'name' as const, description: 'By name.' },
    UPDATED_AT: { value: 'updatedAt' as const, description: 'By the time of the last change.' },
  },
})

const Direction = builder.enumType('OrderDirection', {
  description: 'Direction of an order.',
  values: {
    ASC: { value: 'asc' as const, description: 'The lowest first.' },
    DESC: { value: 'desc' as const, description: 'The highest first.' },
  },
})

const OrderInput = builder.inputType('ObjectOrder', {
  description: 'Order of a list.',
  fields: (t) => ({
    field: t.field({ type: OrderField, defaultValue: 'id', description: 'What it is ordered by.' }),
    direction: t.field({ type: Direction, defaultValue: 'asc', description: 'Ascending or descending.' }),
  }),
})

const FilterInput = builder.inputType('ObjectFilter', {
  description: 'What a list is narrowed to; all given conditions hold.',
  fields: (t) => ({
    project: t.string({ description: 'Name of the project. Default: all projects.' }),
    names: t.stringList({ description: 'One of these names.' }),
    search: t.string({ description: 'A part of the name, in any case.' }),
    labels: t.field({ type: 'JSON', description: 'Labels that it has, a map of texts.' }),
    phases: t.stringList({
      description: `One of these phases: ${ObjectStatus.shape.phase.options.join(', ')}.`,
    }),
    ready: t.boolean({
      description: 'Whether it is ready as it is desired now, and not being deleted.',
    }),
    stalled: t.boolean({ description: 'Whether its status is `stalled`.' }),
  }),
})

interface ConnectionOptions {
  type: unknown
  description: string
  /** Who may read it, where it is an operation of its own. */
  authScopes?: Permission
  args?: Record<string, unknown>
  filter: (parent: StoredObject, args: Readonly<Record<string, unknown>>) => ListFilter
}

/** A Relay connection of objects, with filter, order and total count. */
export function connectionOfObjects(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, StoredObject>,
  options: ConnectionOptions,
) {
  return t.connection({
    type: options.type as 'String',
    description: options.description,
    ...defined({ authScopes: options.authScopes }),
    args: {
      ...(options.args as Record<string, never>),
      filter: t.arg({ type: FilterInput, description: 'What the list is narrowed to.' }),
      order: t.arg({ type: OrderInput, description: 'Order of the list.' }),
    },
    complexity: ({ first }) => costOfPage(first, usualSize),
    resolve: (async (parent: StoredObject, args: PageArguments, context: RequestContext) =>
      pageOf(context, args, options.filter(parent, { ...args }))) as never,
  })
}

/** Which entries of a list are asked for. */
export interface PlaceArguments {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

export interface PageArguments extends PlaceArguments {
  filter?: {
    project?: string | null
    names?: string[] | null
    search?: string | null
    labels?: unknown
    phases?: string[] | null
    ready?: boolean | null
    stalled?: boolean | null
  } | null
  order?: { field?: ListQuery['order'] | null; direction?: ListQuery['direction'] | null } | null
}

/** One page of objects as a Relay connection; `filter` stays on it for the total count. */
async function pageOf({ store }: RequestContext, args: PageArguments, base: ListFilter) {
  const { after } = args
  const size = sizeOf(args, 'Use first and after, and order: { direction: DESC } to begin at the end.')
  const filter: ListFilter = { ...base, ...checkedFilter(args.filter) }
  const order = args.order?.field ?? 'id'
  const query: ListQuery = {
    ...filter,
    order,
    direction: args.order?.direction ?? 'asc',
    limit: size + 1,
    ...(after == null ? {} : { after: parseCursor(after) }),
  }
  const { objects: found, isCut } = await store.list(query)
  const page = found.slice(0, size)
  const cursor = (object: StoredObject): string => cursorOf(object, order)
  const [begin, end] = [page[0], page.at(-1)]
  return {
    filter,
    edges: page.map((node) => ({ node, cursor: cursor(node) })),
    pageInfo: {
      hasNextPage: isCut || found.length > size,
      hasPreviousPage: after != null,
      startCursor: begin === undefined ? null : cursor(begin),
      endCursor: end === undefined ? null : cursor(end),
    },
  }
}

/** The size of a page. Throws INVALID_INPUT for one that is too large, or counted from the end. */
export function sizeOf({ first, last, before }: PlaceArguments, remedy: string): number {
  if (last != null || before != null)
    throw invalidInput([{ path: last == null ? 'before' : 'last', message: 'is not supported', remedy }])
  const size = first ?? usualSize
  if (size < 0 || size > mostEntries) {
    throw invalidInput([
      { path: 'first', message: `must be between 0 and ${mostEntries}`, value: shownValue(size) },
    ])
  }
  return size
}

/** Entries of a page of which nobody says how many it is to have. */
export const usualSize = 50

function checkedFilter(filter: PageArguments['filter']): ListFilter {
  if (filter == null) return {}
  const labels = Labels.safeParse(filter.labels ?? {})
  if (!labels.success) {
    throw invalidInput([
      { path: 'filter.labels', message: 'must be a map of label texts', value: shownValue(filter.labels) },
    ])
  }
  if (filter.phases != null) assertAtMost(filter.phases, { most: mostPhases, path: 'filter.phases' })
  const unknown = (filter.phases ?? []).filter((phase) => !ObjectStatus.shape.phase.safeParse(phase).success)
  if (unknown.length > 0) {
    const remedy = `Phases are ${ObjectStatus.shape.phase.options.join(', ')}.`
    throw invalidInput([
      { path: 'filter.phases', message: 'is not a phase', value: shownValue(unknown[0]), remedy },
    ])
  }
  const { project, names, search, phases, ready, stalled } = filter
  if (names != null) assertAtMost(names, { most: mostEntries, path: 'filter.names' })
  if (search != null && search.length > 63) {
    const remedy = 'Names have at most 63 characters, so nothing longer is in one.'
    throw invalidInput([
      {
        path: 'filter.search',
        message: 'must have at most 63 characters',
        value: shownValue(search),
        remedy,
      },
    ])
  }
  const errors = unstorable({ project, names, search }, 'filter')
  if (errors.length > 0) throw invalidInput(errors)
  return defined({
    project: project ?? undefined,
    names: names ?? undefined,
    search: search ?? undefined,
    phases: phases ?? undefined,
    ready: ready ?? undefined,
    stalled: stalled ?? undefined,
    labels: labels.data,
  })
}

/** Each of them a few times: nobody minds. */
const mostPhases = 50

const Cursor = z.object({ id: z.string().regex(/^\d{1,18}$/), value: z.string() })

function cursorOf(object: StoredObject, order: ListQuery['order']): string {
  const value = object[order]
  return cursorAt(object.id, value instanceof Date ? value.toISOString() : String(value))
}

/** The cursor of an entry by the object that it is of, and what it is ordered by besides. */
export function cursorAt(id: bigint, value: string): string {
  return Buffer.from(JSON.stringify({ id: String(id), value })).toString('base64url')
}

export function parseCursor(text: string): { id: bigint; value: string } {
  try {
    if (text.length > 300) throw new RangeError('no cursor is that long')
    const { id, value } = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { id: BigInt(id), value }
  } catch {
    throw invalidInput([{ path: 'after', message: 'is not a cursor of this list', value: shownValue(text) }])
  }
}

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'How many there are on all pages.',
    complexity: costOfStatement,
    resolve: (connection, _, { loaders }) => {
      const { filter, count } = connection as { filter?: ListFilter; count?: () => Promise<number> }
      if (count !== undefined) return count()
      return filter === undefined ? 0 : loaders.count.load(filter)
    },
  }),
)
