import { errorTable } from '../errors.ts'
import { allKinds } from '../kinds/index.ts'
import { builder } from './builder.ts'

/* Enums of the schema. Their values are in SCREAMING_SNAKE_CASE, whatever the spelling in manifests. */

/** Converts a value of a manifest to the name of an enum value: `inCluster` to `IN_CLUSTER`, `Europe:Rome` to `EUROPE_ROME`. */
export function enumName(value: string): string {
  return value
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
}

interface EnumOptions {
  description: string
  /** The descriptions of the values, in their order. */
  descriptions?: readonly string[]
}

type ValuesType<Value extends string> = ReturnType<
  typeof builder.enumType<string, Record<string, { value: Value }>>
>

const declared = new Map<string, ValuesType<string>>()

/** Declares an enum of values as manifests spell them, or returns the one declared before under this name. */
export function enumOf<Value extends string>(
  name: string,
  values: readonly Value[],
  options: EnumOptions,
): ValuesType<Value>
export function enumOf(
  name: string,
  values: readonly string[],
  { description, descriptions = [] }: EnumOptions,
): ValuesType<string> {
  const existing = declared.get(name)
  if (existing !== undefined) return existing
  const type = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value, index) => [
        enumName(value),
        { value, description: descriptions[index] ?? `The value \`${value}\` of manifests.` },
      ]),
    ),
  })
  declared.set(name, type)
  return type
}

export const ObjectKind = builder.enumType('ObjectKind', {
  description: 'The kinds of objects. Each value is the name of the type that implements `ManagedObject`.',
  values: Object.fromEntries(allKinds.map(({ kind, description }) => [kind, { value: kind, description }])),
})

export const ErrorCodeType = builder.enumType('ErrorCode', {
  description: 'The codes of errors, which determine how to handle them.',
  values: Object.fromEntries(
    Object.entries(errorTable).map(([code, { means }]) => [code, { value: code, description: means }]),
  ),
})

export const ChangeOperation = enumOf(
  'ChangeOperation',
  ['CREATE', 'UPDATE', 'DELETE_REQUEST', 'DELETE', 'STATUS', 'TRIGGER'],
  {
    description: 'The operations that the change log records.',
    descriptions: [
      'The object was created.',
      'The desired state of the object was changed.',
      'The deletion of the object was requested.',
      'The object was deleted, after its resources had been removed.',
      'The observed state of the object has changed.',
      'The reconciler of the object was triggered.',
    ],
  },
)

/** Stored as text. */
export const EventType = enumOf<string>('EventType', ['Normal', 'Warning'], {
  description: 'The types of events, as in Kubernetes.',
  descriptions: ['The event is part of normal operation.', 'The event may require attention.'],
})
