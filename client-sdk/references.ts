import type {
  AnyObjectReferenceInput,
  GlobalObjectReferenceInput,
  ObjectKind,
  ObjectReferenceInput,
} from './generated/documents.ts'

/** An object by name. The project defaults to `default`. */
export interface NameTarget {
  kind: string
  name: string
  project?: string | null | undefined
}

/** An object by its ID, or by its kind and name. */
export interface ObjectTarget {
  id?: string | null | undefined
  kind?: string | null | undefined
  name?: string | null | undefined
  project?: string | null | undefined
  /** Fails with VERSION_CONFLICT if the object has been edited since this version. */
  expectedVersion?: number | null | undefined
}

/** Returns the reference to an object of any kind. */
export function anyReference({ id, kind, name, project }: ObjectTarget): AnyObjectReferenceInput {
  const named =
    name == null ? undefined : { kind: objectKind(kind ?? ''), name, ...(project != null && { project }) }
  return oneOf(id, named === undefined ? undefined : { named }) as AnyObjectReferenceInput
}

/** Returns the reference to an object of a known kind. */
export function kindReference(
  { id, name, project }: Omit<ObjectTarget, 'kind'>,
  isGlobal: boolean,
): ObjectReferenceInput & GlobalObjectReferenceInput {
  const named =
    name == null ? undefined : isGlobal ? { name } : { named: { name, ...(project != null && { project }) } }
  return oneOf(id, named) as ObjectReferenceInput & GlobalObjectReferenceInput
}

/** Combines what was given. The server refuses both an ID and a name, and neither. */
function oneOf(id: string | null | undefined, named: object | undefined): object {
  return { ...(id != null && { id }), ...named }
}

/** Returns the name of a kind as a value of the enum. The server refuses unknown kinds. */
export function objectKind(kind: string): ObjectKind {
  return kind as ObjectKind
}
