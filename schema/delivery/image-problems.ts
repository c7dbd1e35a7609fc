import type { SpecProblem } from '../kinds/kind.ts'
import { imageAddress } from './image-address.ts'
import type { BuiltImage } from './images.ts'

/** Returns the problems of images of a build: repeated ones, and those that have no digest and whose tag cannot be looked up. */
export function builtImageProblems(images: readonly BuiltImage[]): SpecProblem[] {
  return images.flatMap((image, index) => imageProblems(images, image, index))
}

function imageProblems(images: readonly BuiltImage[], image: BuiltImage, index: number): SpecProblem[] {
  const path = `images[${index}]`
  if (images.findIndex(({ name }) => name === image.name) !== index)
    return [
      {
        path: `${path}.name`,
        code: 'DUPLICATE',
        message: 'is already listed',
        remedy: 'List each image once.',
      },
    ]
  if (image.digest !== undefined) return []
  if (image.tag === undefined)
    return [
      {
        path: `${path}.digest`,
        code: 'REQUIRED',
        message: 'is missing',
        remedy: 'Set digest to what the push printed, or set tag to look it up.',
      },
    ]
  if (imageAddress(image.name) !== undefined) return []
  return [
    {
      path: `${path}.name`,
      code: 'INVALID',
      message: 'is not the name of an image in a registry, so its tag cannot be looked up',
      remedy: 'Use a name in lower case such as "example.com/shop", without tag and digest.',
    },
  ]
}
