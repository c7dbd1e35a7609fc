import { listAll, type ListOptions, type ListPage, type ListVariables } from './lists.ts'
import type { Operation } from './operation.ts'
import type { Keyed, Transport } from './transport.ts'

/** The operations of one kind, by the types of its objects, of references to them, and of the variables of each write. */
export interface KindOperations<Object, Target, Create, Update, Delete> {
  get: Operation<{ result: Object | null }, Target>
  list: Operation<{ result: ListPage<Object> }, ListVariables>
  create: Operation<{ result: Object }, Create>
  update: Operation<{ result: Object }, Update>
  delete: Operation<{ result: Object }, Delete>
}

/** A client of one kind, typed by its spec and outputs. */
export interface KindClient<Object, Target, Create, Update, Delete> {
  /** Returns an object by id or name, or undefined if it does not exist. */
  get(target: Target): Promise<Object | undefined>
  /** Lists all objects. Fetches pages as they are consumed. */
  list(options?: ListOptions): AsyncGenerator<Object>
  /** Creates an object. Throws NAME_TAKEN when the name is taken, INVALID_INPUT with all invalid fields. */
  create(variables: Create): Promise<Object>
  /** Updates the fields in `input`; others are unchanged. Throws VERSION_CONFLICT when `expectedVersion` is stale. */
  update(variables: Update): Promise<Object>
  /** Requests deletion, idempotently. Throws BLOCKED while other objects depend on it. */
  delete(variables: Delete): Promise<Object>
}

/** Creates a client of one kind from its generated operations. */
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
