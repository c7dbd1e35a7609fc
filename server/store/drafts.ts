import { isDeepStrictEqual } from 'node:util'
import { shownValue, type FieldError } from '../../schema/errors.ts'
import { dependencyFieldPrefix, dependencyReferences } from '../../schema/dependencies/references.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import type { Kind, ReferenceListField } from '../../schema/kinds/kind.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import { isRecord } from '../../schema/records.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { placeholderPattern, mayContainPlaceholders } from '../../schema/secret-syntax.ts'
import type { Encryption } from './encryption.ts'
import type { SealedTexts } from './sealed-texts.ts'
import { placeholderScope, secretContext } from './secret-contexts.ts'
import { secretMapErrors, sealMap } from './secret-maps.ts'
import { annotationsOf, specOf } from './sql.ts'

/** A draft as it is stored: secrets are sealed and replaced by placeholders, references are separated. */
export interface Sealed {
  kind: Kind
  name: string
  project: string | undefined
  labels: Record<string, string>
  annotations: Record<string, string>
  spec: Record<string, unknown>
  secrets: Record<string, string>
  exclusive: string | null
  references: NamedReference[]
  outputs: Record<string, unknown>
}

export interface NamedReference {
  /** The field by which the reference is stored. */
  field: string
  /** The path of the value within the spec. */
  path: string
  kind: string
  project: string
  name: string
}

/** Returns the project of a draft; undefined for global kinds. */
export function projectOf(draft: Draft): string | undefined {
  return draft.kind.scope === 'global' ? undefined : draft.project
}

interface DraftToSeal {
  draft: Draft
  /** The stored object that the draft changes. A secret stays unchanged when the draft has its placeholder, or omits it. */
  existing?: StoredObject | undefined
  texts: SealedTexts
}

/** Seals the secrets of a draft. */
export function sealDraft({ draft, existing, texts }: DraftToSeal, encryption: Encryption): Sealed {
  const { kind, spec } = draft
  const stored = (existing?.secrets ?? {}) as Record<string, string>
  const sealed = { ...spec }
  const secrets: Record<string, string> = {}
  for (const field of kind.secrets) {
    const value = spec[field]
    if (typeof value !== 'string') continue
    const storedSecret = stored[field]
    const before = existing === undefined ? undefined : specOf(existing)[field]
    const isUnchanged =
      storedSecret !== undefined &&
      (value === before || encryption.open(storedSecret, secretContext(draft, field)) === value)
    sealed[field] = isUnchanged ? before : encryption.placeholder(value, placeholderScope(draft, field))
    secrets[field] = isUnchanged ? storedSecret : encryption.seal(value, secretContext(draft, field))
  }
  for (const map of kind.secretMaps) {
    if (spec[map.field] === undefined) continue
    const contextOf = (name: string): string => secretContext(draft, name)
    const scope = placeholderScope(draft, map.field)
    const { shown, sealed: values } = sealMap(spec, map, { encryption, existing, contextOf, scope })
    sealed[map.field] = shown
    Object.assign(secrets, values)
  }
  for (const [field, text] of texts) {
    if (text.given !== spec[field]) throw new Error(`${kind.kind}.${field} has changed since it was sealed`)
    sealed[field] = text.shown
    secrets[field] = text.sealed
  }
  return {
    kind,
    name: draft.name,
    project: projectOf(draft),
    labels: draft.labels,
    annotations: draft.annotations ?? (existing === undefined ? {} : annotationsOf(existing)),
    spec: sealed,
    secrets,
    exclusive: kind.exclusive !== undefined && spec[kind.exclusive] === true ? kind.exclusive : null,
    references: referencesOf(draft),
    outputs: draft.outputs,
  }
}

/**
 * Returns the errors of placeholders in manifests that match no stored value: a placeholder would become the value
 * itself.
 */
export function manifestPlaceholderErrors(texts: SealedTexts, path: string): FieldError[] {
  return [...texts].flatMap(([field, { unknown }]) =>
    unknown.map(({ path: valuePath, line, column }) => ({
      path: valuePath
        .slice(1)
        .reduce<string>((whole, segment) => join(whole, String(segment)), join(join(path, 'spec'), field)),
      code: 'INVALID',
      message: 'is the placeholder of a secret that is not stored here',
      remedy: 'Set the value itself.',
      line,
      column,
    })),
  )
}

/** Reports whether a draft may have placeholders in manifests, which must be compared with the stored object. */
export function mayHaveManifestPlaceholders(draft: Draft): boolean {
  return draft.kind.manifests.some((field) => mayHavePlaceholders(draft, field))
}

function mayHavePlaceholders({ spec }: Draft, field: string): boolean {
  const text = spec[field]
  return typeof text === 'string' && mayContainPlaceholders(text)
}

/** Returns the references of a draft, with qualified names resolved, including those in lists and in its dependencies. */
export function referencesOf({
  kind,
  spec,
  project,
}: Pick<Draft, 'kind' | 'spec' | 'project'>): NamedReference[] {
  const own = kind.references.flatMap(({ field, to, in: home = project }) => {
    const value = spec[field]
    return typeof value === 'string'
      ? [{ field, path: field, kind: to, ...parseQualifiedName(value, home) }]
      : []
  })
  const listed = kind.referenceLists.flatMap((list) => {
    const entries = spec[list.field]
    return Array.isArray(entries)
      ? entries.flatMap((entry, index) => listedReference({ ...list, index }, entry, project))
      : []
  })
  return kind.dependencies === undefined
    ? [...own, ...listed]
    : [...own, ...listed, ...dependencyReferences(spec[kind.dependencies], { project })]
}

/**
 * Returns the reference of an entry of a list. One of a definition is stored like that of a dependency, by which instances find it.
 */
function listedReference(
  { field, to, key, index }: ReferenceListField & { index: number },
  entry: unknown,
  project: string,
): NamedReference[] {
  const name = key === undefined ? entry : isRecord(entry) ? entry[key] : undefined
  if (typeof name !== 'string') return []
  const path = `${field}[${index}]`
  return [
    {
      field: key === undefined ? `${dependencyFieldPrefix}${name}` : `${field}.${name}`,
      path: key === undefined ? path : `${path}.${key}`,
      kind: to,
      ...parseQualifiedName(name, project),
    },
  ]
}

/** Returns the errors of a draft that changes immutable fields of the stored object. */
export function changeErrors(draft: Draft, existing: StoredObject, path: string): FieldError[] {
  const before = specOf(existing)
  return (
    (draft.kind.immutable ?? [])
      .filter((field) => !isDeepStrictEqual(draft.spec[field], before[field]))
      // A runtime that placement has yet to choose is no value that changes.
      .filter((field) => field !== draft.kind.location || before[field] !== undefined)
      .map((field) => ({
        path: join(join(path, 'spec'), field),
        code: 'IMMUTABLE',
        message: `cannot change after creation; it is ${shownValue(before[field])}`,
        value: shownValue(draft.spec[field]),
        remedy: `Delete the ${draft.kind.kind} and create it again, or leave the field as it is.`,
      }))
  )
}

/**
 * Returns the errors of secret fields that need the stored object, such as those of placeholders that match no stored
 * secret: a placeholder would become the secret itself.
 */
export function secretErrors(draft: Draft, existing: StoredObject | undefined, path: string): FieldError[] {
  const before = existing === undefined ? {} : specOf(existing)
  const unknown = draft.kind.secrets
    .filter((field) => {
      const value = draft.spec[field]
      return typeof value === 'string' && placeholderPattern.test(value) && value !== before[field]
    })
    .map((field) => ({
      path: join(join(path, 'spec'), field),
      code: 'INVALID' as const,
      message: 'is the placeholder of a secret that is not stored here',
      remedy: 'Set the secret itself.',
    }))
  return [...unknown, ...secretMapErrors(draft, existing, path)]
}
