import { z } from 'zod'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { invalidInput, shownValue } from '../errors.ts'
import { defined, unstorable } from '../inputs.ts'
import { maxEntries } from '../limits.ts'
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
  description:
    'Properties by which lists of objects can be ordered. Every order is stable: ties are ordered by ID.',
  values: {
    ID: { value: 'id' as const, description: 'Order objects by ID, which is the order of their creation.' },
    NAME: { value: 'name' as const, description: 'Order objects by name.' },
    UPDATED_AT: {
      value: 'updatedAt' as const,
      description: 'Order objects by the time of their last change.',
    },
  },
})

const Direction = builder.enumType('OrderDirection', {
  description: 'Possible directions in which to order a list of items.',
  values: {
    ASC: { value: 'asc' as const, description: 'Specifies an ascending order.' },
    DESC: { value: 'desc' as const, description: 'Specifies a descending order.' },
  },
})

const OrderInput = builder.inputType('ObjectOrder', {
  description: 'Ordering options for lists of objects.',
  fields: (t) => ({
    field: t.field({ type: OrderField, defaultValue: 'id', description: 'The field to order objects by.' }),
    direction: t.field({ type: Direction, defaultValue: 'asc', description: 'The ordering direction.' }),
  }),
})

const FilterInput = builder.inputType('ObjectFilter', {
  description: 'Filters for lists of objects. An object must match all of them.',
  fields: (t) => ({
    project: t.string({ description: 'Match objects of the project with this name. Default: all projects.' }),
    names: t.stringList({ description: 'Match objects with one of these names, at most 1,000.' }),
    search: t.string({ description: 'Match objects whose name contains this string. Case-insensitive.' }),
    labels: t.field({
      type: 'JSON',
      description: 'Match objects that have all of these labels, a map of strings.',
    }),
    phases: t.stringList({
      description: `Match objects in one of these phases: ${ObjectStatus.shape.phase.options.join(', ')}.`,
    }),
    ready: t.boolean({
      description:
        'Match objects by readiness. An object is ready if its newest generation is ready and it is not being ' +
        'deleted.',
    }),
    stalled: t.boolean({ description: 'Match objects by whether their status is `stalled`.' }),
  }),
})

interface ConnectionOptions {
  type: unknown
  description: string
  /** The required permission, where the connection is a query rather than a field. */
  authScopes?: Permission
  args?: Record<string, unknown>
  filter: (parent: StoredObject, args: Readonly<Record<string, unknown>>) => ListFilter
}

/** Declares a Relay connection of objects, with filter, order and total count. */
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
      filter: t.arg({
        type: FilterInput,
        description: 'Filtering options for the objects returned from the connection.',
      }),
      order: t.arg({
        type: OrderInput,
        description: 'Ordering options for the objects returned from the connection.',
      }),
    },
    complexity: ({ first }) => costOfPage(first, defaultPageSize),
    resolve: (async (parent: StoredObject, args: PageArguments, context: RequestContext) =>
      pageOf(context, args, options.filter(parent, { ...args }))) as never,
  })
}

/** The arguments that select a page of a Relay connection. */
export interface PaginationArguments {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

export interface PageArguments extends PaginationArguments {
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

/** Reads one page of objects as a Relay connection. The result keeps `filter` for the total count. */
async function pageOf({ store }: RequestContext, args: PageArguments, base: ListFilter) {
  const { after } = args
  const size = sizeOf(args, 'Use first and after, with order: { direction: DESC } to start at the end.')
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
  const [firstObject, lastObject] = [page[0], page.at(-1)]
  return {
    filter,
    edges: page.map((node) => ({ node, cursor: cursor(node) })),
    pageInfo: {
      hasNextPage: isCut || found.length > size,
      hasPreviousPage: after != null,
      startCursor: firstObject === undefined ? null : cursor(firstObject),
      endCursor: lastObject === undefined ? null : cursor(lastObject),
    },
  }
}

/** Returns the size of a page. Throws INVALID_INPUT for a size out of range and for backward pagination. */
export function sizeOf({ first, last, before }: PaginationArguments, remedy: string): number {
  if (last != null || before != null)
    throw invalidInput([
      { path: last == null ? 'before' : 'last', code: 'NOT_SUPPORTED', message: 'is not supported', remedy },
    ])
  const size = first ?? defaultPageSize
  if (size < 0 || size > maxEntries) {
    throw invalidInput([
      {
        path: 'first',
        code: 'OUT_OF_RANGE',
        message: `must be between 0 and ${maxEntries}`,
        value: shownValue(size),
      },
    ])
  }
  return size
}

/** The size of a page whose request has no `first`. */
export const defaultPageSize = 50

function checkedFilter(filter: PageArguments['filter']): ListFilter {
  if (filter == null) return {}
  const labels = Labels.safeParse(filter.labels ?? {})
  if (!labels.success) {
    throw invalidInput([
      {
        path: 'filter.labels',
        code: 'INVALID_TYPE',
        message: 'must be a map of label values',
        value: shownValue(filter.labels),
      },
    ])
  }
  if (filter.phases != null) assertAtMost(filter.phases, { max: maxPhases, path: 'filter.phases' })
  const unknown = (filter.phases ?? []).filter((phase) => !ObjectStatus.shape.phase.safeParse(phase).success)
  if (unknown.length > 0) {
    const remedy = `Phases are ${ObjectStatus.shape.phase.options.join(', ')}.`
    throw invalidInput([
      {
        path: 'filter.phases',
        code: 'NOT_SUPPORTED',
        message: 'is not a phase',
        value: shownValue(unknown[0]),
        remedy,
      },
    ])
  }
  const { project, names, search, phases, ready, stalled } = filter
  if (names != null) assertAtMost(names, { max: maxEntries, path: 'filter.names' })
  if (search != null && search.length > 63) {
    const remedy = 'Names have at most 63 characters, so a longer string matches none.'
    throw invalidInput([
      {
        path: 'filter.search',
        code: 'TOO_LONG',
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

/** The maximum number of phases in a filter: each of them a few times, in case a client repeats some. */
const maxPhases = 50

const Cursor = z.object({ id: z.string().regex(/^\d{1,18}$/), value: z.string() })

function cursorOf(object: StoredObject, order: ListQuery['order']): string {
  const value = object[order]
  return cursorAt(object.id, value instanceof Date ? value.toISOString() : String(value))
}

/** Encodes the cursor of an entry: the ID of its object and the value that the list is ordered by. */
export function cursorAt(id: bigint, value: string): string {
  return Buffer.from(JSON.stringify({ id: String(id), value })).toString('base64url')
}

export function parseCursor(cursor: string): { id: bigint; value: string } {
  try {
    if (cursor.length > 300) throw new RangeError('no cursor is that long')
    const { id, value } = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { id: BigInt(id), value }
  } catch {
    throw invalidInput([
      { path: 'after', code: 'INVALID', message: 'is not a cursor of this list', value: shownValue(cursor) },
    ])
  }
}

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'The total count of items in the connection.',
    complexity: costOfStatement,
    resolve: (connection, _, { loaders }) => {
      const { filter, count } = connection as { filter?: ListFilter; count?: () => Promise<number> }
      if (count !== undefined) return count()
      return filter === undefined ? 0 : loaders.count.load(filter)
    },
  }),
)
