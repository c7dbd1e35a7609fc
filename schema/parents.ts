import { allKinds } from './kinds/index.ts'

/* Objects with a parent: records about another object, which it acts on and which are deleted with it. */

const children = allKinds.flatMap(({ kind, references }) =>
  references.filter(({ parent }) => parent === true).map(({ field }) => ({ kind, field })),
)

/** The spec fields with the parent of an object. */
export const parentFields: readonly string[] = [...new Set(children.map(({ field }) => field))]

/** The kinds of objects with a parent. */
export const childKinds: readonly string[] = [...new Set(children.map(({ kind }) => kind))]
