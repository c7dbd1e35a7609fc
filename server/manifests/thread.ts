import type { FieldError } from '../../schema/errors.ts'
import {
  digestForClusters,
  digestManifests,
  parseManifests,
  type ManifestsDigest,
} from '../../schema/manifests.ts'
import type { OverrideFailure, OverrideResult } from '../../schema/overriding/override-all.ts'
import { checkValues } from '../../schema/values-document.ts'
import type { OverridingTask, ParsedText, Task } from './digests.ts'
import { separate, type SeparatedText } from './secret-texts.ts'
import { withStandIns } from './stand-ins.ts'
import { serveLimited } from './serve-limited.ts'

/* The thread that parses long texts. Piscina calls the default export. */

type Result = ManifestsDigest | ParsedText | FieldError[] | SeparatedText | string | undefined

export default serveLimited((task: Task): Result | ReturnType<typeof overridden> => {
  if (typeof task === 'string') return digestManifests(task)
  if ('schemas' in task) return digestForClusters(task.text, task.schemas)
  if ('values' in task) return checkValues(task.values)
  if ('parse' in task) {
    const { manifests, errors } = parseManifests(task.parse)
    return { manifests, errors }
  }
  if ('separate' in task) return separate(task)
  return 'secretValues' in task ? withStandIns(task) : overridden(task)
})

/** Imports what it needs when it is needed: with the schemas of all kinds, each thread would have less memory for texts. */
async function overridden(task: OverridingTask): Promise<OverrideResult[] | (OverrideFailure | undefined)[]> {
  const { failuresOf, overrideAll } = await import('../../schema/overriding/override-all.ts')
  const results = overrideAll(task.override)
  return task.returns === 'resources' ? results : failuresOf(results)
}
