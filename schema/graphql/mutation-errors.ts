import {
  fieldErrorTable,
  type ErrorCode,
  type ErrorDetails,
  type FieldError,
  type ObjectName,
} from '../errors.ts'
import { builder } from './builder.ts'
import { ErrorCodeType, enumOf } from './enums.ts'
import { ObjectType } from './object.ts'

/* The errors of mutations as data, for clients that select `errors` of a payload. */

/** A refused mutation. */
export interface Refusal {
  code: ErrorCode
  message: string
  details: ErrorDetails
}

const MutationErrorType = builder.interfaceRef<Refusal>('MutationError').implement({
  description:
    'The reason for which a mutation was refused. Nothing has been written. Failures that a repetition may ' +
    'overcome, such as `UNAVAILABLE`, are always errors of the response.',
  subGraphs: ['clients'],
  resolveType: ({ code }) => errorTypes[code] ?? 'ConflictError',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeType,
      description: 'The code of the error.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'A human-readable explanation.' }),
    remedy: t.string({
      nullable: true,
      description: 'A way to mend the request. Null if the message says it.',
      resolve: ({ details }) => details.fields?.find(({ remedy }) => remedy !== undefined)?.remedy ?? null,
    }),
  }),
})

/** The types of errors by code. All other codes are conflicts with the current state. */
const errorTypes: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'InvalidInputError',
  FORBIDDEN: 'ForbiddenError',
  NOT_FOUND: 'NotFoundError',
  BLOCKED: 'BlockedError',
  OWNED: 'OwnedError',
}

const refusalCodes: ReadonlySet<ErrorCode> = new Set([
  ...(Object.keys(errorTypes) as ErrorCode[]),
  'NAME_TAKEN',
  'VERSION_CONFLICT',
  'CONFLICT',
  'PLAN_OUTDATED',
  'KEY_REUSED',
])

/** Reports whether an error refuses a request, rather than failing to handle it. */
export function isRefusal(code: ErrorCode): boolean {
  return refusalCodes.has(code)
}

const FieldErrorCode = enumOf('FieldErrorCode', Object.keys(fieldErrorTable), {
  description: 'The codes of errors in fields, as in Kubernetes.',
  descriptions: Object.values(fieldErrorTable),
})

const FieldErrorType = builder.objectRef<FieldError>('FieldError').implement({
  description: 'An error in one field of a request.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'The path of the field within the input, for example `spec.yamlDocument`.',
    }),
    code: t.field({
      type: FieldErrorCode,
      description: 'The code of the error.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'The problem, in one sentence.' }),
    value: t.string({
      nullable: true,
      description: 'The invalid value, truncated. Null if it is missing or secret.',
      resolve: ({ value }) => value ?? null,
    }),
    remedy: t.string({
      nullable: true,
      description: 'The remedy, in one sentence.',
      resolve: ({ remedy }) => remedy ?? null,
    }),
    line: t.int({
      nullable: true,
      description: 'The line within a text document, starting at 1.',
      resolve: ({ line }) => line ?? null,
    }),
    column: t.int({
      nullable: true,
      description: 'The column within the line, starting at 1.',
      resolve: ({ column }) => column ?? null,
    }),
  }),
})

const ObjectNameType = builder.objectRef<ObjectName>('ObjectName').implement({
  description: 'The name of an object that an error refers to.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'The kind of the object.' }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
    project: t.string({
      nullable: true,
      description: 'The name of the project of the object.',
      resolve: ({ project }) => project ?? null,
    }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object. Null if it does not exist or the client may not read it.',
      resolve: async (target, _, { store }) => (await store.find(target)) ?? null,
    }),
  }),
})

builder.objectRef<Refusal>('InvalidInputError').implement({
  description: 'The input is invalid.',
  interfaces: [MutationErrorType],
  subGraphs: ['clients'],
  fields: (t) => ({
    fields: t.field({
      type: [FieldErrorType],
      description: 'The errors of the fields, at most 100.',
      resolve: ({ details }) => details.fields ?? [],
    }),
    furtherFields: t.int({
      description: 'The number of further errors that `fields` omits.',
      resolve: ({ details }) => details.furtherFields ?? 0,
    }),
  }),
})

builder.objectRef<Refusal>('ForbiddenError').implement({
  description: 'The actor does not have the required permission.',
  interfaces: [MutationErrorType],
  subGraphs: ['clients'],
})

builder.objectRef<Refusal>('NotFoundError').implement({
  description: 'The object does not exist.',
  interfaces: [MutationErrorType],
  subGraphs: ['clients'],
})

const by = (description: string) => (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Refusal>) => ({
  by: t.field({ type: [ObjectNameType], description, resolve: ({ details }) => details.by ?? [] }),
})

type Types = (typeof builder)['$inferSchemaTypes']

builder.objectRef<Refusal>('BlockedError').implement({
  description: 'Other objects must be deleted or created first.',
  interfaces: [MutationErrorType],
  subGraphs: ['clients'],
  fields: by('The objects that block the write.'),
})

builder.objectRef<Refusal>('OwnedError').implement({
  description: 'Another object owns this one and determines its spec: change the owner instead.',
  interfaces: [MutationErrorType],
  subGraphs: ['clients'],
  fields: by('The owners of the object.'),
})

builder.objectRef<Refusal>('ConflictError').implement({
  description:
    'The write conflicts with the current state: a name, a version, a token or an idempotency key.',
  interfaces: [MutationErrorType],
  subGraphs: ['clients'],
  fields: (t) => ({
    ...by('The objects that the write conflicts with.')(t),
    expectedVersion: t.int({
      nullable: true,
      description: 'The version that the client expected, for `VERSION_CONFLICT`.',
      resolve: ({ details }) => details.expectedVersion ?? null,
    }),
    currentVersion: t.int({
      nullable: true,
      description: 'The current version of the object, for `VERSION_CONFLICT`.',
      resolve: ({ details }) => details.currentVersion ?? null,
    }),
  }),
})

export { MutationErrorType }
