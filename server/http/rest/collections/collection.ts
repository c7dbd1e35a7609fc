import type { z } from 'zod'
import type { RequestContext } from '../../../../schema/graphql/context.ts'
import type { ClientWrite } from '../../../../schema/graphql/store-writes.ts'
import type { Verb } from '../../../../schema/permissions.ts'
import type { Handler, Method } from '../handler.ts'
import type { JsonSchema } from '../fields.ts'

/*
 * Lists of the legacy API whose entries are no objects here: events, references, and parts of other objects. Their routes, fields,
 * filters and description follow from what each declares.
 */

/** An entry, as the legacy API has it. Fields without a value are undefined. */
export type Entry = Readonly<Record<string, unknown>> & { ID: number }

/** A validated request body: the fields of `input` that it contains. */
export type Input = Readonly<Record<string, unknown>>

export interface Collection {
  /** Path below `/v0`, with hyphens. */
  path: string
  /** The `Type` of its responses. */
  type: string
  /** What an entry is: a sentence. */
  description: string
  /** The fields that requests set, by their names. */
  input: z.ZodObject
  /** The fields that only report; requests may contain them, without effect. */
  reported: z.ZodObject
  /** The names of the fields by which lists can be filtered. */
  filters: readonly string[]
  /** The verbs that the policy checks for changes. @default write and delete */
  verbs?: { write: Verb; delete: Verb }
  list(context: RequestContext, request: ListRequest): Promise<{ entries: readonly Entry[]; total: number }>
  find(context: RequestContext, id: number): Promise<Entry | undefined>
  create(context: RequestContext, input: Input, write: ClientWrite): Promise<Entry>
  /** Changes an entry to the fields of `input`, which are all that have a value. */
  update(context: RequestContext, change: { entry: Entry; input: Input }, write: ClientWrite): Promise<Entry>
  remove(context: RequestContext, entry: Entry, write: ClientWrite): Promise<void>
  /** Further routes. @default none */
  routes?: readonly FurtherRoute[]
}

/** A page of a filtered list. Filters have the types of their fields. */
export interface ListRequest {
  filters: ReadonlyMap<string, unknown>
  offset: number
  limit: number
}

/** A route of a collection besides the common ones. */
export interface FurtherRoute {
  method: Method
  /** Path below `/v0`. */
  path: string
  operationId: string
  summary: string
  verb: Verb
  /** The names of its parameters, each with a description. */
  parameters: Readonly<Record<string, string>>
  /** The schema of its body. @default none */
  body?: JsonSchema
  handler: Handler
}

/** Reports whether an entry meets all filters, but those that are met by its selection. */
export function meets(entry: Entry, filters: ReadonlyMap<string, unknown>): boolean {
  return [...filters].every(([name, value]) => String(entry[name]) === String(value))
}
