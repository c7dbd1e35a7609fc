import {
  digestForClusters,
  digestManifests,
  parseManifests,
  type ManifestsDigest,
} from '../../schema/manifests.ts'
import type { ClusterTask, ParsedText, ParsingTask } from './digests.ts'
import { serveLimited } from './serve-limited.ts'

/* The thread that parses long manifests. Piscina calls the default export. */

export default serveLimited((task: string | ClusterTask | ParsingTask): ManifestsDigest | ParsedText => {
  if (typeof task === 'object' && 'parse' in task) {
    const { manifests, errors } = parseManifests(task.parse)
    return { manifests, errors }
  }
  return typeof task === 'string' ? digestManifests(task) : digestForClusters(task.text, task.schemas)
})
