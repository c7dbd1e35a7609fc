import { z } from 'zod'
import { parseImageReference } from '../image-reference.ts'
import { imageAddress } from './image-address.ts'
import { ImageTag, type BuiltImage } from './images.ts'

/** What the tag of an image of a pull request may be made of. */
export interface PullRequestHead {
  number: number
  /** The commit. */
  sha: string
}

const placeholder = /\{\{ *(sha|shortSha|pullRequest) *\}\}/g

/** The image of a pull request, whose tag names its commit. */
export const ImageTemplate = z
  .string()
  .max(512)
  .refine((template) => isTemplate(template), {
    error: 'must be an image with {{sha}} or {{shortSha}} in its tag, such as "example.com/shop:{{sha}}"',
  })

/** Returns the image that a template names for the head of a pull request. */
export function imageOfTemplate(template: string, { number, sha }: PullRequestHead): BuiltImage {
  const values = { sha, shortSha: sha.slice(0, 7), pullRequest: String(number) }
  const filled = template.replaceAll(placeholder, (_, name: keyof typeof values) => values[name])
  const { name, tag } = parseImageReference(filled)
  return { name, tag }
}

function isTemplate(template: string): boolean {
  const sample = { number: 2_147_483_647, sha: 'a'.repeat(64) }
  const { name, tag } = imageOfTemplate(template, sample)
  // Without its commit, the tag would name what an earlier push has built.
  const names = [...template.matchAll(placeholder)].map(([, each]) => each)
  const hasCommit = names.includes('sha') || names.includes('shortSha')
  const isInTag = !/[{}]/.test(parseImageReference(template).name)
  return hasCommit && isInTag && imageAddress(name) !== undefined && ImageTag.safeParse(tag).success
}
