import type { FieldError } from '../../schema/errors.ts'
import type { InputToCheck } from '../../schema/graphql/store-writes.ts'
import { checkObject, checkPatch, type Draft, type ObjectInput } from '../../schema/inputs.ts'
import { findKind } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import {
  digestForClusters,
  digestManifests,
  isRecord,
  parseManifests,
  withDigests,
  type ManifestsDigest,
} from '../../schema/manifests.ts'
import { needsThread, type Digester } from '../manifests/digests.ts'

/** A digester that parses in the calling thread, for stores with a single user. */
export const inlineDigester: Digester = {
  digest: async (text) => digestManifests(text),
  digestForClusters: async ({ text, schemas }) => digestForClusters(text, schemas),
  parse: async (text) => parseManifests(text),
}

/** Validates an input as {@link checkObject} does, but parses long manifests in another thread. */
export async function checkInput(
  digester: Digester,
  { input, path }: { input: ObjectInput; path: string },
  actor: string,
): Promise<{ draft?: Draft; errors: FieldError[] }> {
  const digests = await digestsOf(digester, { kind: findKind(input.kind), spec: input.spec }, actor)
  return withDigests(digests, () => checkObject(input, path))
}

/** Returns the errors of an input, as {@link checkInput} finds them, or of an edit. */
export async function checkErrors(
  digester: Digester,
  checked: InputToCheck,
  actor: string,
): Promise<FieldError[]> {
  if ('input' in checked) return (await checkInput(digester, checked, actor)).errors
  const { kind, edit, path } = checked
  const digests = await digestsOf(digester, { kind, spec: edit }, actor)
  return withDigests(digests, () => checkPatch(kind, edit, path))
}

async function digestsOf(
  digester: Digester,
  { kind, spec }: { kind: Kind | undefined; spec: unknown },
  actor: string,
): Promise<ReadonlyMap<string, ManifestsDigest>> {
  if (kind === undefined || kind.manifests.length === 0 || !isRecord(spec)) return noDigests
  const digests = new Map<string, ManifestsDigest>()
  for (const field of kind.manifests) {
    const text = spec[field]
    if (typeof text === 'string' && needsThread(text)) digests.set(text, await digester.digest(text, actor))
  }
  return digests
}

const noDigests: ReadonlyMap<string, ManifestsDigest> = new Map()
