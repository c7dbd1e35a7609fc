import { createHash } from 'node:crypto'
import type { ResourceOwner } from '../resource-owner.ts'

/**
 * Returns a name for a resource of a provider: readable, with a hash of its owner, so that a resource of the same name that was
 * deleted or belongs to another control plane is not taken for it. It consists of lower case letters, digits and `-`, and starts
 * with a letter or digit of `prefix`.
 *
 * @param maxLength The longest name that the provider accepts, at least 20.
 */
export function uniqueName(
  prefix: string,
  owner: Pick<ResourceOwner, 'controlPlane' | 'id'>,
  maxLength = 51,
): string {
  const hash = createHash('sha256')
    .update(`${owner.controlPlane ?? ''}/${owner.id}`)
    .digest('hex')
    .slice(0, 10)
  const readable = readableName(prefix, maxLength - hash.length - 1)
  return readable === '' ? hash : `${readable}-${hash}`
}

/** Returns the part of a name that providers accept: lower case letters, digits and `-`, neither first nor last; empty without any. */
export function readableName(name: string, maxLength: number): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '')
}
