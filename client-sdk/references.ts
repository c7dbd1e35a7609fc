import { missing } from './misuse.ts'
import type {
  AnyObjectReferenceInput,
  GlobalObjectReferenceInput,
  ObjectKind,
  ObjectReferenceInput,
} from './generated/documents.ts'

/** The name of a kind, such as `WorkloadInstance`. A server may have kinds that this release does not know. */
export type KindName = ObjectKind | (string & {})

/** An object by name. The project defaults to `default`. */
export interface NameTarget {
  kind: KindName
  name: string
  project?: string | null | undefined
}

/** An object by its ID, or by its kind and name. */
export interface ObjectTarget {
  id?: string | null | undefined
  kind?: KindName | null | undefined
  name?: string | null | undefined
  project?: string | null | undefined
  /** Fails with VERSION_CONFLICT if the object has been edited since this version. */
  expectedVersion?: number | null | undefined
}

/** Returns the reference to an object of any kind. */
export function anyReference({ id, kind, name, project }: ObjectTarget): AnyObjectReferenceInput {
  checkName({ id, name })
  const named =
    name == null ? undefined : { kind: objectKind(kind ?? ''), name, ...(project != null && { project }) }
  return oneOf(id, named === undefined ? undefined : { named }) as AnyObjectReferenceInput
}

/** Returns the reference to an object of a known kind. */
export function kindReference(
  { id, name, project }: Omit<ObjectTarget, 'kind'>,
  isGlobal: boolean,
): ObjectReferenceInput & GlobalObjectReferenceInput {
  checkName({ id, name })
  const named =
    name == null ? undefined : isGlobal ? { name } : { named: { name, ...(project != null && { project }) } }
  return oneOf(id, named) as ObjectReferenceInput & GlobalObjectReferenceInput
}

/** Throws INVALID_INPUT without an ID and a name, and for an empty one. */
function checkName({ id, name }: Pick<ObjectTarget, 'id' | 'name'>): void {
  if (id == null && name == null) throw missing('name', 'Identify the object by its name or its ID.')
  if (id === '') throw missing('id', 'Identify the object by its name or its ID.')
  if (name === '') throw missing('name', 'Identify the object by its name or its ID.')
}

/** Combines what was given. The server refuses both an ID and a name. */
function oneOf(id: string | null | undefined, named: object | undefined): object {
  return { ...(id != null && { id }), ...named }
}

/** Returns the name of a kind as a value of the enum. Throws INVALID_INPUT if it is empty; the server refuses unknown kinds. */
export function objectKind(kind: KindName): ObjectKind {
  if (kind === '') throw missing('kind', 'Set it to the name of a kind, for example WorkloadInstance.')
  return kind as ObjectKind
}
