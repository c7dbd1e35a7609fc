import { listAll, type ListOptions, type ListPage, type ListVariables } from './lists.ts'
import type { Operation } from './operation.ts'
import type { Keyed, Transport } from './transport.ts'

/** The operations of one kind: on an object of it, on what names one, and with the variables of each write. */
export interface KindOperations<Object, Target, Create, Update, Delete> {
  get: Operation<{ result: Object | null }, Target>
  list: Operation<{ result: ListPage<Object> }, ListVariables>
  create: Operation<{ result: Object }, Create>
  update: Operation<{ result: Object }, Update>
  delete: Operation<{ result: Object }, Delete>
}

/** Operations on one kind, typed by its spec and outputs. */
export interface KindClient<Object, Target, Create, Update, Delete> {
  /** One by id or name; undefined when it is not there. */
  get(target: Target): Promise<Object | undefined>
  /** All of them, page by page as they are consumed. */
  list(options?: ListOptions): AsyncGenerator<Object>
  /** Throws NAME_TAKEN when the name is taken, INVALID_INPUT with all fields that are wrong. */
  create(variables: Create): Promise<Object>
  /** What is left out of `input` stays. Throws VERSION_CONFLICT when `expectedVersion` is stale. */
  update(variables: Update): Promise<Object>
  /** Requests deletion; asking again is fine. Throws BLOCKED while others need it. */
  delete(variables: Delete): Promise<Object>
}

export function kindClient<Object, Target, Create extends Keyed, Update extends Keyed, Delete extends Keyed>(
  { execute, write }: Transport,
  operations: KindOperations<Object, Target, Create, Update, Delete>,
): KindClient<Object, Target, Create, Update, Delete> {
  return {
    get: async (target) => (await execute(operations.get, target)).result ?? undefined,
    list: (options = {}) => listAll((variables) => execute(operations.list, variables), options),
    create: async (variables) => (await write(operations.create, variables)).result,
    update: async (variables) => (await write(operations.update, variables)).result,
    delete: async (variables) => (await write(operations.delete, variables)).result,
  }
}
