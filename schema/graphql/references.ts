import { invalidInput, shownValue } from '../errors.ts'
import { defined } from '../defined.ts'
import { unstorable } from '../inputs.ts'
import { findKind } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import { checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { ObjectKind } from './enums.ts'
import type { ObjectTarget } from './store-writes.ts'

/* The inputs that identify an object: by ID or by name, never by both. */

const descriptions = {
  id: 'The ID of the object.',
  name: 'The name of the object.',
  project: 'The name of the project of the object.',
}

const ProjectNameInput = builder.inputType('ProjectNameInput', {
  description: 'The name of an object within a project.',
  fields: (t) => ({
    project: t.string({ defaultValue: 'default', description: descriptions.project }),
    name: t.string({ required: true, description: descriptions.name }),
  }),
})

const KindNameInput = builder.inputType('KindNameInput', {
  description: 'The kind of an object, and its name within a project.',
  fields: (t) => ({
    kind: t.field({ type: ObjectKind, required: true, description: 'The kind of the object.' }),
    project: t.string({
      defaultValue: 'default',
      description: `${descriptions.project} Ignored for kinds without a project.`,
    }),
    name: t.string({ required: true, description: descriptions.name }),
  }),
})

export const ObjectReferenceInput = builder.inputType('ObjectReferenceInput', {
  description: 'Identifies an object of a kind that belongs to projects, by ID or by name.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: descriptions.id }),
    named: t.field({ type: ProjectNameInput, description: 'The name and the project of the object.' }),
  }),
})

export const GlobalObjectReferenceInput = builder.inputType('GlobalObjectReferenceInput', {
  description: 'Identifies an object of a kind without a project, by ID or by name.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: descriptions.id }),
    name: t.string({ description: descriptions.name }),
  }),
})

export const AnyObjectReferenceInput = builder.inputType('AnyObjectReferenceInput', {
  description: 'Identifies an object of any kind, by ID or by kind and name.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: descriptions.id }),
    named: t.field({ type: KindNameInput, description: 'The kind, the name and the project of the object.' }),
  }),
})

/** Returns the input type that identifies an object of a kind. */
export function referenceInput(kind: Kind): typeof ObjectReferenceInput {
  // Both are read by `targetOf`, which accepts the fields of either.
  return (kind.scope === 'global' ? GlobalObjectReferenceInput : ObjectReferenceInput) as never
}

/** A reference as any of the inputs above holds it. */
export interface GivenReference {
  id?: string | null | undefined
  name?: string | null | undefined
  named?: GivenName | null | undefined
}

interface GivenName {
  kind?: unknown
  name: string
  project?: string | null | undefined
}

interface ReferenceOptions {
  /** The path of the reference, for errors. */
  path: string
  /** The kind of the object, where the reference has none. */
  kind?: string
  expectedVersion?: number | null | undefined
}

/** Returns the target that a reference identifies. */
export function targetOf(
  { id, name, named }: GivenReference,
  { path, kind, expectedVersion }: ReferenceOptions,
): ObjectTarget {
  const version = defined({ expectedVersion: expectedVersion ?? undefined })
  if (id != null) return { ...defined({ kind }), id: checkId(id, `${path}.id`), ...version }
  const given = named ?? (name == null ? undefined : { name })
  // A client may pass a variable whose value is null, which the schema cannot refuse.
  if (given === undefined)
    throw invalidInput([
      {
        path,
        code: 'REQUIRED',
        message: 'is missing',
        value: shownValue(null),
        remedy: 'Set an ID or a name.',
      },
    ])
  const { name: of, project, kind: ofKind = kind } = { project: undefined, ...given } as GivenName
  const errors = unstorable({ name: of, project }, path)
  if (errors.length > 0) throw invalidInput(errors)
  return {
    name: of,
    ...defined({
      kind: ofKind === undefined ? undefined : String(ofKind),
      project: findKind(String(ofKind))?.scope === 'global' ? undefined : (project ?? undefined),
    }),
    ...version,
  }
}
