import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { findKind } from '../kinds/index.ts'
import { defined } from '../defined.ts'
import type { Verb } from '../permissions.ts'
import { checkReason, type GivenOptions } from './arguments.ts'
import { builder, type SchemaTypes } from './builder.ts'
import type { RequestContext } from './context.ts'
import { costOfEach } from './cost.ts'
import { FieldDifferenceType } from './differences.ts'
import { isRefusal, MutationErrorType, type Refusal } from './mutation-errors.ts'
import type { RefusalsExtension } from './refusals.ts'
import { savedPlanField } from './plans-plugin.ts'
import { SavedPlanType } from './saved-plan.ts'
import type { SavedPlan } from './store-plans.ts'
import type { ClientWrite, WrittenObject as StoreWrittenObject } from './store-writes.ts'

/* The options and payloads of all mutations of clients. */

export const WriteOptionsInput = builder.inputType('WriteOptionsInput', {
  description: 'Options of a write.',
  fields: (t) => ({
    dryRun: t.boolean({
      defaultValue: false,
      description: 'Validate the request and return its result, with `diff`, without storing anything.',
    }),
    reason: t.string({
      description: 'The reason for the change, recorded in the change log, at most 1,000 characters.',
    }),
    idempotencyKey: t.string({
      description:
        'A unique identifier for the request, for example a UUID or the ID of a CI job. Repeating the same ' +
        'mutation with the same key within 24 hours has no further effect and returns the same payload. ' +
        'Another mutation with the same key fails with `KEY_REUSED`. A mutation that failed can be repeated ' +
        'with the same key. Ignored for a dry run.',
    }),
    savePlan: t.boolean({
      defaultValue: false,
      description:
        'Validate the request as with `dryRun`, and record what it would do as `savedPlan` of the payload. `executePlan` then does ' +
        'exactly that, or nothing.',
    }),
  }),
})

export const optionsArgument = { type: WriteOptionsInput, description: 'Options of the write.' } as const

/** @param path The input of the client that contains the reason. */
export function writeOf(
  { traceparent }: RequestContext,
  options: GivenOptions | null | undefined,
  path = 'options.reason',
): ClientWrite {
  const { dryRun, reason } = options ?? {}
  checkReason(reason, path)
  return defined({ dryRun: dryRun ?? undefined, reason: reason ?? undefined, traceparent })
}

/** An object after a write; without differences where a write changes no desired state. */
type WrittenObject = StoredObject & Partial<Pick<StoreWrittenObject, 'differences' | 'warnings'>>

/** A payload: what a mutation returned, or its refusal. */
export interface Payload<Result> {
  result?: Result
  /** The objects that were written, as they are after the write. */
  written?: readonly WrittenObject[]
  changeCursor?: string | null
  /** What it would do; only with `savePlan`. */
  savedPlan?: SavedPlan
  refusal?: Refusal
}

interface Warning {
  code: string
  message: string
  objectId: bigint
}

const WarningCode = builder.enumType('WarningCode', {
  description: 'The codes of warnings.',
  values: {
    REFERENCE_NOT_READY: {
      description: 'The object waits for an object that it references, which is not ready.',
    },
    REFERENCE_DELETING: { description: 'An object that the object references is being deleted.' },
    POLICY: { description: 'The object breaks a rule of a policy that warns.' },
  },
})

const WarningType = builder.objectRef<Warning>('Warning').implement({
  description: 'A circumstance of a successful write that the client may not expect.',
  fields: (t) => ({
    code: t.field({
      type: WarningCode,
      description: 'The code of the warning.',
      resolve: ({ code }) => code as never,
    }),
    message: t.exposeString('message', { description: 'A human-readable explanation.' }),
    objectId: t.id({
      description: 'The ID of the written object that the warning concerns.',
      resolve: ({ objectId }) => String(objectId),
    }),
  }),
})

/** Returns the warnings of policies about written objects. */
function policyWarnings(written: readonly Pick<WrittenObject, 'id' | 'warnings'>[]): Warning[] {
  return written.flatMap(({ id, warnings = [] }) =>
    warnings.map((message) => ({ code: 'POLICY', message, objectId: id })),
  )
}

/** Returns warnings about written objects, and about their references. */
async function warningsOf(
  { written = [] }: Payload<unknown>,
  { loaders }: RequestContext,
): Promise<Warning[]> {
  const references = written.flatMap(({ id, kind, name, deletionRequestedAt }) =>
    deletionRequestedAt !== null
      ? []
      : (findKind(kind)?.references ?? []).map(({ field }) => ({ id, kind, name, field })),
  )
  const warnings = await Promise.all(
    references.map(async ({ id, kind, name, field }): Promise<Warning[]> => {
      const to = await loaders.referenced.load({ id, field })
      if (to === undefined || (to.ready && to.deletionRequestedAt === null)) return []
      const [code, state] =
        to.deletionRequestedAt === null
          ? ['REFERENCE_NOT_READY', 'is not ready']
          : ['REFERENCE_DELETING', 'is being deleted']
      const message = `${kind} "${name}": the ${to.kind} "${to.name}" that ${field} references ${state}`
      return [{ code, message, objectId: id }]
    }),
  )
  return [...policyWarnings(written), ...warnings.flat()]
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
type PayloadFields<Result> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<Result>>

interface PayloadOptions<Result> {
  description: string
  fields: (t: PayloadFields<Result>) => Record<string, unknown>
  /** True if the mutation writes objects, so that the payload has their differences and warnings. @default true */
  writes?: boolean
}

/** Declares the payload of a mutation: its own fields, and those that all payloads have. */
export function payloadType<Result>(
  name: string,
  { description, fields, writes = true }: PayloadOptions<Result>,
) {
  return builder.objectRef<Payload<Result>>(name).implement({
    description,
    fields: (t: PayloadFields<Result>) => ({
      ...fields(t),
      ...(writes ? writeFields(t) : {}),
      errors: t.field({
        type: [MutationErrorType],
        description:
          'The reason for which the mutation was refused; empty if it succeeded. Without this field in the ' +
          'selection, a refusal is an error of the response.',
        resolve: ({ refusal }) => (refusal === undefined ? [] : [refusal]),
      }),
    }),
  })
}

function writeFields<Result>(t: PayloadFields<Result>): Record<string, unknown> {
  return {
    changeCursor: t.string({
      nullable: true,
      description:
        'A cursor of the change log from which `changes` returns the entries of this write and all later ' +
        'ones. Null for a dry run, and if the client may not read the change log.',
      resolve: ({ changeCursor }) => changeCursor ?? null,
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description:
        'The differences that the write made, or that a dry run would make, in the order of the objects.',
      resolve: ({ written = [] }) => written.flatMap(({ differences = [] }) => differences),
    }),
    [savedPlanField]: t.field({
      type: SavedPlanType,
      nullable: true,
      description: 'The recorded plan. Null without `options.savePlan`.',
      // It is one for all documents, whose number multiplies the cost of their results.
      complexity: { field: 1, multiplier: 0 },
      resolve: ({ savedPlan }) => savedPlan ?? null,
    }),
    warnings: t.field({
      type: [WarningType],
      description: 'Circumstances that the client may not expect.',
      complexity: costOfEach([1]),
      resolve: (payload, _, context) => warningsOf(payload, context),
    }),
  }
}

/** The options of a field that is a mutation of clients. */
export function mutationOptions(verb: Verb, description: string) {
  // A client may select `errors`; see `refusals.ts`.
  const extensions: RefusalsExtension = { refusals: (code) => isRefusal(code as Refusal['code']) }
  return { nullable: true, authScopes: { verb }, description, extensions } as const
}

/** Executes a write and returns its payload. */
export async function written<Result>(
  context: RequestContext,
  options: GivenOptions | null | undefined,
  write: (options: ClientWrite) => Promise<{ result: Result; written: readonly WrittenObject[] }>,
): Promise<Payload<Result>> {
  const changeCursor =
    options?.dryRun === true || !context.may('audit') ? null : String(context.latestCursor())
  return { ...(await write(writeOf(context, options))), changeCursor }
}
