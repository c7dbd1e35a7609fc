import type { FieldError } from '../../schema/errors.ts'
import type { InputToCheck } from '../../schema/graphql/store-writes.ts'
import { checkObject, checkPatch, type Draft, type ObjectInput } from '../../schema/inputs.ts'
import { allKinds, findKind } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { maxTextBytes } from '../../schema/limits.ts'
import {
  digestForClusters,
  digestManifests,
  isRecord,
  parseManifests,
  withDigests,
  type ManifestsDigest,
} from '../../schema/manifests.ts'
import { failuresOf, overrideAll } from '../../schema/overriding/override-all.ts'
import { checkValues, maxValuesLength, withCheckedValues } from '../../schema/values-document.ts'
import { needThread, type Digester } from '../manifests/digests.ts'
import { separate } from '../manifests/secret-texts.ts'
import { withStandIns } from '../manifests/stand-ins.ts'

/** A digester that parses in the calling thread, for stores with a single user. */
export const inlineDigester: Digester = {
  digest: async (text) => digestManifests(text),
  digestForClusters: async ({ text, schemas }) => digestForClusters(text, schemas),
  parse: async (text) => parseManifests(text),
  checkValues: async (text) => checkValues(text),
  override: async (task) => overrideAll(task),
  tryOverrides: async (task) => failuresOf(overrideAll(task)),
  separate: async (task) => separate(task),
  standIn: async (task) => withStandIns(task),
}

/** Validates an input as {@link checkObject} does, but parses long texts in another thread. */
export async function checkInput(
  digester: Digester,
  { input, path }: { input: ObjectInput; path: string },
  actor: string,
): Promise<{ draft?: Draft; errors: FieldError[] }> {
  const checked = await checkedTexts(digester, { kind: findKind(input.kind), spec: input.spec }, actor)
  return checked(() => checkObject(input, path))
}

/** Returns the errors of an input, as {@link checkInput} finds them, or of an edit. */
export async function checkErrors(
  digester: Digester,
  checked: InputToCheck,
  actor: string,
): Promise<FieldError[]> {
  if ('input' in checked) return (await checkInput(digester, checked, actor)).errors
  const { kind, edit, path } = checked
  const within = await checkedTexts(digester, { kind, spec: edit }, actor)
  return within(() => checkPatch(kind, edit, path))
}

/** Executes work that checks a spec. */
type Within = <Result>(work: () => Result) => Result

const inline: Within = (work) => work()

/** Parses the texts of a spec in another thread if they are long, and returns a function for work that needs the results. */
async function checkedTexts(
  digester: Digester,
  { kind, spec }: { kind: Kind | undefined; spec: unknown },
  actor: string,
): Promise<Within> {
  if (kind === undefined || !hasTexts(kind)) return inline
  const { manifests, values } = textsIn(spec)
  const texts = [...manifests, ...values]
  if (!needThread(texts)) {
    // Operations of one request may have hundreds of such texts, and refusing them waits for nothing else.
    if (texts.some(({ length }) => length > pauseLength))
      await new Promise((resolve) => setImmediate(resolve))
    return inline
  }
  const digests = new Map<string, ManifestsDigest>()
  for (const text of manifests)
    if (Buffer.byteLength(text) <= maxTextBytes) digests.set(text, await digester.digest(text, actor))
  const errors = new Map<string, readonly FieldError[]>()
  for (const text of values)
    if (text.length <= maxValuesLength) errors.set(text, await digester.checkValues(text, actor))
  return (work) => withDigests(digests, () => withCheckedValues(errors, work))
}

/** The length in characters above which other requests are served before a text is parsed, which takes a few milliseconds. */
const pauseLength = 2000

function hasTexts({ manifests, values, dependencies }: Kind): boolean {
  return manifests.length > 0 || values.length > 0 || dependencies !== undefined
}

/** The fields with manifests and those with the values of charts, of all kinds. */
const textFields = {
  manifests: new Set(allKinds.flatMap(({ manifests }) => manifests)),
  values: new Set(allKinds.flatMap(({ values }) => values)),
}

interface Texts {
  manifests: Set<string>
  values: Set<string>
}

/** Returns the texts of a spec, and those of its locations and dependencies. */
function textsIn(spec: unknown, found: Texts = { manifests: new Set(), values: new Set() }): Texts {
  if (Array.isArray(spec)) for (const each of spec) textsIn(each, found)
  else if (isRecord(spec))
    for (const [field, value] of Object.entries(spec))
      if (typeof value !== 'string') textsIn(value, found)
      else if (textFields.manifests.has(field)) found.manifests.add(value)
      else if (textFields.values.has(field)) found.values.add(value)
  return found
}
