import { PlatformError } from '../schema/errors.ts'
import type {
  GlobalObjectReferenceInput,
  ObjectReferenceInput,
  WriteOptionsInput,
} from './generated/documents.ts'
import {
  listAll,
  pageOf,
  type ListOptions,
  type ListVariables,
  type Page,
  type PageOptions,
} from './lists.ts'
import type { Operation } from './operation.ts'
import { kindReference, type ObjectTarget } from './references.ts'
import type { Transport } from './transport.ts'
import { watchList } from './watch-list.ts'
import type { Continued, ListWatchOptions, PositionedPage, ReceivedEvent, WatchEvent } from './watch.ts'

interface Written<Object> {
  result: { object: Object | null } | null
}

interface WriteVariables<Input> {
  input: Input
  options?: WriteOptionsInput | null | undefined
}

type Reference = ObjectReferenceInput & GlobalObjectReferenceInput

/** The operations of one kind, by the types of its objects, filters and inputs. */
export interface KindOperations<Object, Filter, Create, Update, Delete> {
  watch: Operation<{ result: ReceivedEvent<Object> }, { filter?: Filter | null | undefined } & Continued>
  get: Operation<{ result: Object | null }, { by: Reference }>
  list: Operation<{ result: PositionedPage<Object> | null }, ListVariables<Filter>>
  create: Operation<Written<Object>, WriteVariables<Create>>
  update: Operation<Written<Object>, WriteVariables<Update>>
  delete: Operation<Written<Object>, WriteVariables<Delete>>
  /** True for a kind without projects. */
  isGlobal: boolean
}

/** An object of one kind, by its ID or by its name. The project defaults to `default`. */
export type KindTarget = Omit<ObjectTarget, 'kind' | 'expectedVersion'>

type Expected = Pick<ObjectTarget, 'expectedVersion'>
type Fields<Update> = Omit<Update, 'target' | 'expectedVersion'>

/** A client of one kind, typed by its spec and outputs. */
export interface KindClient<Object, Filter, Create, Update> {
  /** Returns an object by id or name, or undefined if it does not exist. */
  get(target: KindTarget): Promise<Object | undefined>
  /** Lists all objects. Fetches pages as they are consumed. */
  list(options?: ListOptions<Filter>): AsyncGenerator<Object>
  /** Returns one page of a list. */
  page(options?: PageOptions<Filter>): Promise<Page<Object>>
  /** Yields the objects that match a filter, `SYNCED`, and then each change. Resumes after lost connections. */
  watch(filter?: Filter, options?: ListWatchOptions): AsyncGenerator<WatchEvent<Object>>
  /** Creates an object. Throws NAME_TAKEN when the name is taken, INVALID_INPUT with all invalid fields. */
  create(variables: { input: Create } & WriteOptionsInput): Promise<Object>
  /** Updates the fields in `input`; others are unchanged. Throws VERSION_CONFLICT when `expectedVersion` is stale. */
  update(variables: KindTarget & Expected & { input: Fields<Update> } & WriteOptionsInput): Promise<Object>
  /** Requests deletion, idempotently. Throws BLOCKED while other objects depend on it. */
  delete(variables: KindTarget & Expected & WriteOptionsInput): Promise<Object>
}

/** Creates a client of one kind from its generated operations. */
export function kindClient<Object extends { id: string; version: number }, Filter, Create, Update, Delete>(
  { options: client, execute, write }: Transport,
  { isGlobal, ...operations }: KindOperations<Object, Filter, Create, Update, Delete>,
): KindClient<Object, Filter, Create, Update> {
  const targetOf = ({ id, name, project, expectedVersion }: KindTarget & Expected) => ({
    target: kindReference({ id, name, project }, isGlobal),
    ...(expectedVersion != null && { expectedVersion }),
  })
  return {
    get: async (target) =>
      (await execute(operations.get, { by: kindReference(target, isGlobal) })).result ?? undefined,
    list: (options = {}) => listAll((variables) => execute(operations.list, variables), options),
    page: (options = {}) => pageOf((variables) => execute(operations.list, variables), options),
    watch: (filter, options) =>
      watchList(client, { list: operations.list, watch: operations.watch }, { filter, ...options }),
    create: async ({ input, ...options }) => objectOf(await write(operations.create, { input, options })),
    update: async ({ input, dryRun, reason, idempotencyKey, ...target }) => {
      // The fields and the target make up the input of the kind.
      const whole = { ...input, ...targetOf(target) } as unknown as Update
      return objectOf(
        await write(operations.update, { input: whole, options: { dryRun, reason, idempotencyKey } }),
      )
    },
    delete: async ({ dryRun, reason, idempotencyKey, ...target }) => {
      const input = targetOf(target) as unknown as Delete
      return objectOf(await write(operations.delete, { input, options: { dryRun, reason, idempotencyKey } }))
    },
  }
}

/** Returns the object of a payload. A write that is refused is an error of the response. */
function objectOf<Object>({ result }: Written<Object>): Object {
  return present(result?.object)
}

/** Returns what a successful response contains. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new PlatformError('INTERNAL', 'the server responded without a result')
  return value
}
