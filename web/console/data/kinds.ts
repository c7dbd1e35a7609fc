import kinds from 'virtual:kinds'
import type { KindInfo } from './kind-info.ts'

export const allKinds = kinds

const byName = new Map(
  kinds.flatMap((kind) => [kind.kind, kind.noun, kind.plural].map((name) => [name, kind])),
)

/** Returns a kind by its name, noun or plural. */
export function findKind(name: string): KindInfo | undefined {
  return byName.get(name)
}

/** Returns the kind of an object that the server has sent. One of a newer release is shown with what is known of all. */
export function kindOf(name: string): KindInfo {
  return (
    byName.get(name) ?? {
      kind: name,
      noun: name,
      plural: name,
      concept: name,
      description: '',
      aliases: [],
      scope: 'project',
      columns: [],
      reconciled: true,
      ownedOnly: true,
      isGuarded: false,
      isPriced: false,
      rollsOut: false,
      references: [],
      referenceLists: [],
    }
  )
}

/** Returns the words of a kind: `Workload instance`. */
export function titleOf({ noun }: Pick<KindInfo, 'noun'>): string {
  return sentence(noun)
}

/** Returns the words of several objects of a kind: `Workload instances`. */
export function pluralTitleOf({ plural }: Pick<KindInfo, 'plural'>): string {
  return sentence(plural)
}

/** Words that are not written as others within a sentence. */
const proper: Readonly<Record<string, string>> = {
  aks: 'AKS',
  api: 'API',
  aws: 'AWS',
  azure: 'Azure',
  eks: 'EKS',
  gcp: 'Google Cloud',
  gke: 'GKE',
  helm: 'Helm',
  kubernetes: 'Kubernetes',
  terraform: 'Terraform',
}

/** Returns the words of a kind within a sentence: `workload instance`, `AWS account`. */
export function wordsOfKind({ noun }: Pick<KindInfo, 'noun'>): string {
  return phrase(noun)
}

/** Returns the words of several objects of a kind within a sentence. */
export function pluralWordsOf({ plural }: Pick<KindInfo, 'plural'>): string {
  return phrase(plural)
}

function phrase(kebab: string): string {
  return kebab
    .split('-')
    .map((word) => proper[word] ?? word)
    .join(' ')
}

function sentence(kebab: string): string {
  const words = phrase(kebab)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the first sentence of the description of a kind. */
export function summaryOf({ description }: Pick<KindInfo, 'description'>): string {
  const end = description.search(/\.(\s|$)/)
  return end < 0 ? description : description.slice(0, end + 1)
}
