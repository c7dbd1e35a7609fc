import { digestForClusters, digestManifests, type ManifestsDigest } from '../../schema/manifests.ts'
import type { ClusterTask } from './digests.ts'

/* The thread that parses long manifests. Piscina calls the default export. */

export default function digest(task: string | ClusterTask): ManifestsDigest {
  return typeof task === 'string' ? digestManifests(task) : digestForClusters(task.text, task.schemas)
}
