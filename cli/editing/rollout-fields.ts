import type { AnyObject } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { allKinds } from '../kind-data.ts'
import { withArticle } from '../../schema/with-article.ts'
import { usageError } from '../cli-error.ts'
import { kindByNoun, nounOf } from '../kind-names.ts'

/** Fields of a spec that operate an object rather than say what it consists of. */
export const operatingFields = ['scale', 'restartedAt', 'paused'] as const
export type OperatingField = (typeof operatingFields)[number]

/** Throws unless the kind of an object has a field. */
export function assertField(
  { kind, name }: AnyObject,
  { field, verb }: { field: OperatingField; verb: string },
): void {
  if (kindByNoun(kind).fields.includes(field)) return
  if (field === 'paused' && kind === 'Application')
    throw usageError(
      `--environment is missing: application/${name} is ${verb} in one of its environments, for a rollout in progress`,
    )
  const nouns = allKinds.filter(({ fields }) => fields.includes(field)).map(nounOf)
  throw usageError(
    `${withArticle(nounOf(kindByNoun(kind)))} cannot be ${verb}. Only these can: ${nouns.join(', ')}.`,
  )
}

/** Returns the object that an instance runs, by kind and name; undefined for other kinds. */
export function definitionOf(
  object: AnyObject,
): { kind: string; name: string; project: string | undefined } | undefined {
  const kind = kindByNoun(object.kind)
  const reference = kind.references.find(({ to }) => to === kind.pair?.definition)
  const value = isRecord(object.manifestSpec) ? object.manifestSpec[reference?.field ?? ''] : undefined
  if (reference === undefined || typeof value !== 'string') return undefined
  const [name = '', project = object.projectName ?? undefined] = value.split('/').reverse()
  return { kind: reference.to, name, project }
}
