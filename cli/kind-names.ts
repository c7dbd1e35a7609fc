import { allKinds, kindNamed } from '../schema/kinds/index.ts'
import { kebabCase } from '../schema/names.ts'
import type { Kind } from '../schema/kinds/kind.ts'
import { usageError } from './cli-error.ts'
import { mostSimilar } from './similar.ts'
import { oneLine } from './terminal/width.ts'

/** A definition and its instance, written down as one object of one name. */
export interface Pair {
  /** For example `Workload`. */
  name: string
  definition: Kind
  instance: Kind
}

/** `workload-instance`: how a kind is called on the command line. */
export function nounOf(kind: Kind): string {
  return kebabCase(kind.kind)
}

export function pluralNounOf(kind: Kind): string {
  return kebabCase(kind.plural)
}

/** `workload instances`, for sentences. */
export function wordsOf(kind: Kind): string {
  return pluralNounOf(kind).replaceAll('-', ' ')
}

export const pairs: readonly Pair[] = allKinds.flatMap((instance) => {
  const { pair } = instance
  return pair === undefined ? [] : [{ name: pair.name, definition: kindNamed(pair.definition), instance }]
})

/** The kind that a word means: its name, singular or plural, in any of the spellings in use, or an alias. */
export function findKindByNoun(noun: string): Kind | undefined {
  const desired = plain(noun)
  return allKinds.find((kind) => namesOf(kind).some((name) => plain(name) === desired))
}

export function kindByNoun(noun: string): Kind {
  const kind = findKindByNoun(noun)
  if (kind !== undefined) return kind
  const similar = mostSimilar(noun, allKinds.flatMap(namesOf))
  const hint = similar === undefined ? 'See: qleetctl api-resources' : `Did you mean "${similar}"?`
  throw usageError(`there is no kind "${noun}". ${hint}`)
}

function namesOf(kind: Kind): string[] {
  const pair = pairs.find(({ instance }) => instance === kind)
  const pairNames = pair === undefined ? [] : [kebabCase(pair.name), `${kebabCase(pair.name)}s`]
  return [nounOf(kind), pluralNounOf(kind), ...(kind.aliases ?? []), ...pairNames]
}

function plain(noun: string): string {
  return noun.replaceAll(/[-_]/g, '').toLowerCase()
}

/** An object as the command line names it. */
export interface Target {
  kind: Kind
  name: string
  project: string | undefined
}

/** `KIND/NAME` words, or a kind followed by names. */
export function targetsOf(words: readonly string[], project: string | undefined): Target[] {
  const [first] = words
  if (first === undefined) return []
  if (!first.includes('/')) {
    const kind = kindByNoun(first)
    return words.slice(1).map((word) => {
      if (!word.includes('/')) return { kind, name: word, project }
      const target = slashed(word, project)
      if (target.kind === kind) return target
      throw usageError(`"${word}" is of another kind than ${nounOf(kind)}. Give all as KIND/NAME.`)
    })
  }
  return words.map((word) => {
    if (word.includes('/')) return slashed(word, project)
    throw usageError(`"${word}" names no kind. Give all as KIND/NAME, or the kind once and then names.`)
  })
}

function slashed(word: string, project: string | undefined): Target {
  const slash = word.indexOf('/')
  const name = word.slice(slash + 1)
  if (name === '' || name.includes('/')) throw usageError(`"${word}" is not KIND/NAME, such as workload/shop`)
  return { kind: kindByNoun(word.slice(0, slash)), name, project }
}

/** A workload by its name alone, or any object as `KIND/NAME`. */
export function workloadTarget(word: string, project: string | undefined): Target {
  return word.includes('/') ? slashed(word, project) : { kind: kindByNoun('workload'), name: word, project }
}

/** `workload-instance/shop`: what other commands take. */
export function shownTarget({ kind, name }: { kind: Kind; name: string }): string {
  return `${nounOf(kind)}/${oneLine(name)}`
}
