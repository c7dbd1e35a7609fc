import { shownValue, type FieldError } from '../../schema/errors.ts'
import { join, type Draft } from '../../schema/inputs.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { markPattern, type Encryption } from './encryption.ts'
import { specOf } from './rows.ts'

/** A draft as it goes into the database: secrets sealed and replaced by marks, references taken apart. */
export interface Sealed {
  kind: Kind
  name: string
  project: string | undefined
  labels: Record<string, string>
  spec: Record<string, unknown>
  secrets: Record<string, string>
  exclusive: string | null
  references: NamedReference[]
}

export interface NamedReference {
  field: string
  kind: string
  project: string
  name: string
}

export function projectOf(draft: Draft): string | undefined {
  return draft.kind.scope === 'global' ? undefined : draft.project
}

/**
 * @param existing The stored object that the draft changes. A secret that is given as its mark, or left out of a
 *   draft while the stored one has it, stays what it is.
 */
export function sealDraft(draft: Draft, encryption: Encryption, existing?: StoredObject): Sealed {
  const { kind, spec } = draft
  const stored = (existing?.secrets ?? {}) as Record<string, string>
  const sealed = { ...spec }
  const secrets: Record<string, string> = {}
  for (const field of kind.secrets) {
    const value = spec[field]
    if (typeof value !== 'string') continue
    const kept = existing === undefined ? undefined : stored[field]
    const mark = markPattern.test(value) ? value : encryption.mark(value)
    if (kept !== undefined && mark === specOf(existing as StoredObject)[field]) secrets[field] = kept
    else secrets[field] = encryption.seal(value, secretContext(draft, field))
    sealed[field] = mark
  }
  return {
    kind,
    name: draft.name,
    project: projectOf(draft),
    labels: draft.labels,
    spec: sealed,
    secrets,
    exclusive: kind.exclusive !== undefined && spec[kind.exclusive] === true ? kind.exclusive : null,
    references: referencesOf(draft),
  }
}

/** Binds a sealed value to the one place where it may be opened. */
export function secretContext(owner: { kind: Kind; project: string; name: string }, field: string): string {
  return `${owner.kind.kind}/${owner.kind.scope === 'global' ? '' : owner.project}/${owner.name}/${field}`
}

export function referencesOf({ kind, spec, project }: Draft): NamedReference[] {
  return kind.references.flatMap(({ field, to }) => {
    const value = spec[field]
    return typeof value === 'string' ? [{ field, kind: to, ...parseQualifiedName(value, project) }] : []
  })
}

/** Errors of a change against the stored object: fields that cannot change, and marks that mark nothing. */
export function changeErrors(draft: Draft, existing: StoredObject, path: string): FieldError[] {
  const before = specOf(existing)
  return (draft.kind.immutable ?? [])
    .filter((field) => draft.spec[field] !== before[field])
    .map((field) => ({
      path: join(join(path, 'spec'), field),
      message: `cannot change after creation; it is ${shownValue(before[field])}`,
      value: shownValue(draft.spec[field]),
      remedy: `Delete the ${draft.kind.kind} and create it again, or leave the field as it is.`,
    }))
}

/** A mark stands for a stored secret; where none is stored, or another one, it would become the secret itself. */
export function markErrors(draft: Draft, existing: StoredObject | undefined, path: string): FieldError[] {
  const before = existing === undefined ? {} : specOf(existing)
  return draft.kind.secrets
    .filter((field) => {
      const value = draft.spec[field]
      return typeof value === 'string' && markPattern.test(value) && value !== before[field]
    })
    .map((field) => ({
      path: join(join(path, 'spec'), field),
      message: 'is the mark of a secret that is not stored here',
      remedy: 'Give the secret itself.',
    }))
}
