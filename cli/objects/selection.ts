import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { defaultProject } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import { kindByNoun, targetsOf, type Target } from '../kind-names.ts'
import { findObjects, findTargets } from './find.ts'
import { parseSelector } from './selector.ts'

/** The words and options by which a command names existing objects. */
export interface SelectionInput {
  /** KIND/NAME words, or a kind followed by names; with -l or --all, kinds. */
  words: readonly string[]
  selector?: string | undefined
  all?: boolean
  project: string | undefined
}

/** Returns the objects that words, -l or --all select. Throws if a named one does not exist. */
export async function selectObjects(
  client: Client,
  { words, selector, all = false, project }: SelectionInput,
): Promise<AnyObject[]> {
  if (!all && selector === undefined) {
    const targets = namedTargets(words, project)
    return findTargets(client, targets)
  }
  const [nouns, another] = words
  if (all && selector !== undefined) throw usageError('--all and -l cannot be used together')
  if (nouns === undefined) throw usageError(`name the kind that ${all ? '--all' : '-l'} selects from`)
  if (another !== undefined) throw usageError(`${all ? '--all' : '-l'} and names cannot be used together`)
  const kinds = nouns.split(',').map((noun) => kindByNoun(noun))
  const labels = parseSelector(selector)
  return findObjects(client, { kinds, names: [], project: project ?? defaultProject, labels })
}

/** Parses words that must name at least one object. */
export function namedTargets(words: readonly string[], project: string | undefined): Target[] {
  const targets = targetsOf(words, project)
  if (targets.length > 0) return targets
  throw usageError(`name the object: ${words[0] ?? 'KIND'}/NAME`)
}
