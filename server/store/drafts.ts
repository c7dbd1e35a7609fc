import { shownValue, type FieldError } from '../../schema/errors.ts'
import { join, type Draft } from '../../schema/inputs.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { markPattern, mayHoldMarks } from '../../schema/secret-marks.ts'
import type { Encryption } from './encryption.ts'
import { specOf } from './sql.ts'
import { holdsSecrets, separateSecrets, type SeparatedText } from './secret-texts.ts'

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
  outputs: Record<string, unknown>
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
    const kept = stored[field]
    const before = existing === undefined ? undefined : specOf(existing)[field]
    const isKept =
      kept !== undefined && (value === before || encryption.open(kept, secretContext(draft, field)) === value)
    sealed[field] = isKept ? before : encryption.mark(value)
    secrets[field] = isKept ? kept : encryption.seal(value, secretContext(draft, field))
  }
  for (const field of kind.manifests) {
    const separated = separate(draft, field, { encryption, existing })
    if (separated === undefined) continue
    const kept = stored[field]
    const isKept = existing !== undefined && separated.shown === specOf(existing)[field]
    sealed[field] = separated.shown
    secrets[field] =
      kept !== undefined && isKept ? kept : encryption.seal(separated.plain, secretContext(draft, field))
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
    outputs: draft.outputs,
  }
}

interface Against {
  encryption: Encryption
  existing: StoredObject | undefined
}

/** A text of manifests as people see it and as it is; undefined where it holds no Secret. */
function separate(draft: Draft, field: string, { encryption, existing }: Against): SeparatedText | undefined {
  const text = draft.spec[field]
  if (typeof text !== 'string' || !holdsSecrets(text)) return undefined
  const sealed = (existing?.secrets as Record<string, string> | null | undefined)?.[field]
  const stored =
    existing === undefined || sealed === undefined
      ? undefined
      : {
          shown: String(specOf(existing)[field]),
          plain: encryption.open(sealed, secretContext(draft, field)),
        }
  return separateSecrets(text, { mark: (bytes) => encryption.mark(bytes), stored })
}

/** Errors of marks in texts of manifests that stand for no stored value: they would become the value themselves. */
export function textMarkErrors(draft: Draft, path: string, against: Against): FieldError[] {
  return draft.kind.manifests
    .filter((field) => mayHold(draft, field))
    .flatMap((field) =>
      (separate(draft, field, against)?.unknown ?? []).map(({ place, line, column }) => ({
        path: place
          .slice(1)
          .reduce<string>((whole, segment) => join(whole, String(segment)), join(join(path, 'spec'), field)),
        message: 'is the mark of a secret that is not stored here',
        remedy: 'Give the value itself.',
        line,
        column,
      })),
    )
}

/** Whether a draft may have marks in texts, which only the stored object can tell. */
export function mayHaveTextMarks(draft: Draft): boolean {
  return draft.kind.manifests.some((field) => mayHold(draft, field))
}

function mayHold({ spec }: Draft, field: string): boolean {
  const text = spec[field]
  return typeof text === 'string' && mayHoldMarks(text)
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
