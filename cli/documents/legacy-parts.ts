import type { ReferenceField } from '../../schema/kinds/kind.ts'
import { isRecord } from '../../schema/manifests.ts'
import { pairs, type Pair } from '../kind-names.ts'

/** A part of an application: another kind within its document. */
export interface Part {
  key: string
  what: Pair
}

/** Returns the parts of a document that describes an application as a whole, in the order in which they refer to each other. */
export function partsOf(fields: Record<string, unknown>): Part[] {
  return pairs
    .filter(({ name, instance }) => name in fields && instance.references.some(isToApplication))
    .map((what) => ({ key: what.name, what }))
    .toSorted((one, other) => Number(refersTo(one.what, other.what)) - Number(refersTo(other.what, one.what)))
}

function isToApplication({ to }: ReferenceField): boolean {
  return to === 'WorkloadInstance'
}

function refersTo({ definition }: Pair, { definition: target }: Pair): boolean {
  return definition.references.some(({ to }) => to === target.kind)
}

/** Returns the references that a part of an application leaves out: to the application, its runtime, and its other parts. */
export function defaultsIn(
  application: Record<string, unknown>,
  { definition, instance }: Pair,
): Record<string, unknown> {
  const nameIn = (value: unknown): unknown => (isRecord(value) ? value['Name'] : value)
  const names: Readonly<Record<string, unknown>> = {
    WorkloadInstance: application['Name'],
    KubernetesRuntimeInstance: nameIn(application['KubernetesRuntimeInstance']),
    DomainNameDefinition: nameIn(application['DomainName']),
  }
  const own = instance.references.find(({ to }) => to === definition.kind)?.field
  return Object.fromEntries(
    [...definition.references, ...instance.references]
      .filter(({ field, to }) => field !== own && names[to] !== undefined)
      .map(({ field, to }) => [field, names[to]]),
  )
}
