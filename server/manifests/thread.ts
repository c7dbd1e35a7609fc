import { digestManifests, type ManifestsDigest } from '../../schema/manifests.ts'

/* The thread that parses long manifests. Piscina calls the default export. */

export default function digest(text: string): ManifestsDigest {
  return digestManifests(text)
}
