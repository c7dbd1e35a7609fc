import { invalidInput } from '../../schema/errors.ts'
import type { Draft } from '../../schema/inputs.ts'
import { join } from '../../schema/issue-errors.ts'
import { isRecord } from '../../schema/records.ts'
import { asYamlStream } from '../../schema/yaml-stream.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { needsThreadToSeparate, type Digester } from '../manifests/digests.ts'
import { separate } from '../manifests/secret-texts.ts'
import { lengthWithSecrets, type SecretValue } from '../manifests/secret-values.ts'
import type { Encryption } from './encryption.ts'
import { placeholderScope, secretContext } from './secret-contexts.ts'
import { specOf } from './sql.ts'

/* Texts of drafts with values of Kubernetes Secrets. Sealing long ones takes seconds, so it happens once, and in another thread. */

/** A text with Secrets as it is stored. */
interface SealedText {
  /** The text of the draft. */
  given: string
  shown: string
  sealed: string
  /** Placeholders that match no stored value. */
  unknown: readonly SecretValue[]
}

/** The texts of a draft with Secrets, by their fields. */
export type SealedTexts = ReadonlyMap<string, SealedText>

/** The texts of a draft that has none with Secrets. */
export const noTexts: SealedTexts = new Map()

/** What seals texts: the context of a store. */
interface Sealing {
  encryption: Encryption
  digester: Digester
}

interface DraftToSeal {
  draft: Draft
  /** The stored object that the draft changes. */
  existing?: StoredObject | undefined
  /** The path of the object in the request, for errors. */
  path: string
  actor: string
}

/** Seals the texts of a draft that have Secrets. Throws INVALID_INPUT for one that takes too long. */
export async function sealTexts(context: Sealing, each: DraftToSeal): Promise<SealedTexts> {
  if (!each.draft.kind.manifests.some((field) => mayHaveSecrets(each.draft, field))) return noTexts
  const texts = new Map<string, SealedText>()
  for (const field of each.draft.kind.manifests) {
    const given = each.draft.spec[field]
    if (typeof given !== 'string' || !mayHaveSecrets(each.draft, field)) continue
    const text = await sealText(context, each, { field, given })
    if (text !== undefined) texts.set(field, text)
  }
  return texts
}

async function sealText(
  { encryption, digester }: Sealing,
  { draft, existing, path, actor }: DraftToSeal,
  { field, given }: { field: string; given: string },
): Promise<SealedText | undefined> {
  const owner = secretContext(draft, field)
  const before = existing === undefined ? undefined : storedText(existing, field)
  const unchanged = before && { given, ...before, unknown: [] }
  if (given === before?.shown) return unchanged
  const plain = before && encryption.open(before.sealed, owner)
  if (plain !== undefined && asYamlStream(given) === plain) return unchanged
  const stored = before && plain !== undefined ? { shown: before.shown, plain } : undefined
  const key = encryption.placeholderKey(placeholderScope(draft, field))
  const task = { separate: given, key, stored }
  const separated = needsThreadToSeparate(task) ? await digester.separate(task, actor) : separate(task)
  if (separated === undefined) return undefined
  if ('message' in separated) throw invalidInput([{ ...separated, path: join(join(path, 'spec'), field) }])
  const { shown, unknown } = separated
  const sealed = shown === before?.shown ? before.sealed : encryption.seal(separated.plain, owner)
  return { given, shown, sealed, unknown }
}

/** Returns the stored text of a field if it has Secrets. */
function storedText(existing: StoredObject, field: string): { shown: string; sealed: string } | undefined {
  const sealed = (existing.secrets as Record<string, string> | null)?.[field]
  return sealed === undefined ? undefined : { shown: String(specOf(existing)[field]), sealed }
}

/** Reports whether a text of a draft may have Secrets. The outputs of a draft with one text list its resources. */
function mayHaveSecrets(
  { kind: { manifests }, outputs: { resources }, spec }: Draft,
  field: string,
): boolean {
  const text = spec[field]
  if (typeof text !== 'string') return false
  if (manifests.length > 1 || !Array.isArray(resources)) return lengthWithSecrets(text) > 0
  return resources.some((each: unknown) => isRecord(each) && each['kind'] === 'Secret')
}
