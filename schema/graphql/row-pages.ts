import { prismaConnectionHelpers } from '@pothos/plugin-prisma'
import { invalidInput } from '../errors.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import type { RowPage } from './store.ts'

type PageArguments = PothosSchemaTypes.DefaultConnectionArguments

/**
 * Returns a resolver for pages of rows of a model, with the cursors of Prisma. Its argument `read` fetches the rows
 * from the store.
 */
export function pagesOf<Row extends { id: bigint }>(
  model: 'ObjectEvent' | 'AppliedResource' | 'ExternalResource',
) {
  const { getQuery, resolve } = prismaConnectionHelpers(builder, model, { cursor: 'id' })
  return async (args: PageArguments, context: RequestContext, read: (page: RowPage) => Promise<Row[]>) => {
    const { take = 0, skip = 0, cursor } = getQuery(args, context, () => true)
    const rows = await read({ take, skip, ...(cursor === undefined ? {} : { cursor: cursorOf(cursor) }) })
    // The helper derives the row type from the name of the model, which is a union here.
    return resolve(rows as never, args, context) as unknown as Page<Row>
  }
}

interface Page<Row> {
  edges: { cursor: string; node: Row }[]
  pageInfo: {
    startCursor: string | null
    endCursor: string | null
    hasPreviousPage: boolean
    hasNextPage: boolean
  }
}

function cursorOf({ id }: { id?: unknown }): { id: bigint } {
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id)))
    return { id: BigInt(id) }
  throw invalidInput([{ path: 'after', code: 'INVALID', message: 'is not a cursor of this list' }])
}
