import { kebabCase } from '../schema/names.ts'
import { allKinds, type KindData } from './kind-data.ts'
import { usageError } from './cli-error.ts'
import { mostSimilar } from '../schema/similar.ts'
import { oneLine } from './terminal/width.ts'

/** A definition and its instance that one document describes under one name. */
export interface Pair {
  /** The kind of such a document, for example `Workload`. */
  name: string
  definition: KindData
  instance: KindData
}

/** Returns the name of a kind on the command line, for example `workload-instance`. */
export function nounOf({ kind }: { kind: string }): string {
  return kebabCase(kind)
}

export function pluralNounOf({ plural }: { plural: string }): string {
  return kebabCase(plural)
}

/** Returns the plural of a kind for use in sentences, for example `workload instances`. */
export function wordsOf(kind: KindData): string {
  return pluralNounOf(kind).replaceAll('-', ' ')
}

export const pairs: readonly Pair[] = allKinds.flatMap((instance) => {
  const { pair } = instance
  const definition = allKinds.find(({ kind }) => kind === pair?.definition)
  return pair === undefined || definition === undefined ? [] : [{ name: pair.name, definition, instance }]
})

/** Returns the kind with this name or alias. Accepts singular and plural in kebab, snake, camel and lower case. */
export function findKindByNoun(noun: string): KindData | undefined {
  const normalised = normalise(noun)
  return allKinds.find((kind) => namesOf(kind).some((name) => normalise(name) === normalised))
}

export function kindByNoun(noun: string): KindData {
  const kind = findKindByNoun(noun)
  if (kind !== undefined) return kind
  throw usageError(`there is no kind "${noun}". ${elsewhere(normalise(noun)) ?? hintFor(noun)}`)
}

function hintFor(noun: string): string {
  const similar = mostSimilar(noun, allKinds.flatMap(namesOf))
  return similar === undefined ? 'See: qleetctl api-resources' : `Did you mean "${similar}"?`
}

/** Resources of Kubernetes that users of kubectl look for most, with their short names. */
const inClusters =
  /^(po|pods?|deploy|deployments?|rs|replicasets?|sts|statefulsets?|ds|daemonsets?|jobs?|svc|services?|ing|ingress(es)?|cm|configmaps?|pvc|persistentvolumeclaims?|ns|namespaces?|no|nodes?)$/

/** Says where something is that is no kind, but that users of kubectl look for in the same place. */
function elsewhere(noun: string): string | undefined {
  if (/^(ev|events?)$/.test(noun)) return 'See: qleetctl events'
  if (/^logs?$/.test(noun)) return 'See: qleetctl logs'
  return inClusters.test(noun)
    ? 'Clusters have such resources. See `qleetctl tree`, or `qleetctl kubeconfig` for kubectl.'
    : undefined
}

function namesOf(kind: KindData): string[] {
  const pair = pairs.find(({ instance }) => instance === kind)
  const pairNames = pair === undefined ? [] : [kebabCase(pair.name), `${kebabCase(pair.name)}s`]
  return [nounOf(kind), pluralNounOf(kind), ...(kind.aliases ?? []), ...pairNames]
}

function normalise(noun: string): string {
  return noun.replaceAll(/[-_]/g, '').toLowerCase()
}

/** An object reference from the command line. */
export interface Target {
  kind: KindData
  name: string
  project: string | undefined
}

/** Parses `KIND/NAME` words, or a kind followed by names. */
export function targetsOf(words: readonly string[], project: string | undefined): Target[] {
  const [first] = words
  if (first === undefined) return []
  if (!first.includes('/')) {
    const kind = kindByNoun(first)
    return words.slice(1).map((word) => {
      if (!word.includes('/')) return { kind, name: word, project }
      const target = parseTarget(word, project)
      if (target.kind === kind) return target
      throw usageError(`"${word}" is not of kind ${nounOf(kind)}. Give all objects as KIND/NAME.`)
    })
  }
  return words.map((word) => {
    if (word.includes('/')) return parseTarget(word, project)
    throw usageError(`"${word}" has no kind. Give all objects as KIND/NAME, or one kind followed by names.`)
  })
}

function parseTarget(word: string, project: string | undefined): Target {
  const slash = word.indexOf('/')
  const name = word.slice(slash + 1)
  if (name === '' || name.includes('/')) throw usageError(`"${word}" is not KIND/NAME, such as workload/shop`)
  return { kind: kindByNoun(word.slice(0, slash)), name, project }
}

/** Parses the name of a workload, or any object as `KIND/NAME`. */
export function workloadTarget(word: string, project: string | undefined): Target {
  return word.includes('/')
    ? parseTarget(word, project)
    : { kind: kindByNoun('workload'), name: word, project }
}

/** Converts an object reference to the form that the SDK takes. */
export function sdkTarget({ kind, name, project }: Target): {
  kind: string
  name: string
  project: string | undefined
} {
  return { kind: kind.kind, name, project }
}

/** Formats an object as other commands accept it, for example `workload-instance/shop`. */
export function formatTarget({ kind, name }: { kind: KindData; name: string }): string {
  return `${nounOf(kind)}/${oneLine(name)}`
}

/** As {@link formatTarget}, for an object of the API. */
export function nounAndName({ kind, name }: { kind: string; name: string }): string {
  return formatTarget({ kind: kindByNoun(kind), name })
}
