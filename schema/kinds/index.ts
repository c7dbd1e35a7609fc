import * as concepts from './concepts.ts'
import { completeKind, type Kind, type KindFacts } from './kind.ts'

const declared: [string, readonly KindFacts[]][] = Object.entries(concepts)

/** All kinds, in the order of concepts. */
export const allKinds: readonly Kind[] = declared.flatMap(([name, kinds]) =>
  kinds.map((facts) => completeKind(fileName(name), facts)),
)

/** The kinds with a reconciler. Objects of the others are ready as soon as they are accepted. */
export const reconciledKinds: readonly Kind[] = allKinds.filter(({ reconciled }) => reconciled)

export const reconciledKindNames: readonly string[] = reconciledKinds.map(({ kind }) => kind)

/** File names of the concepts, the same in every layer. */
export const conceptNames: readonly string[] = declared.map(([name]) => fileName(name))

const byName = new Map(allKinds.map((kind) => [kind.kind, kind]))

export function findKind(kind: string): Kind | undefined {
  return byName.get(kind)
}

/** Returns a kind by a validated name, such as one from the database. Throws for an unknown name. */
export function kindNamed(kind: string): Kind {
  const found = byName.get(kind)
  if (found === undefined) throw new Error(`unknown kind ${kind}`)
  return found
}

function fileName(concept: string): string {
  return concept.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
