import type { Draft } from '../../schema/inputs.ts'
import type { Kind } from '../../schema/kinds/kind.ts'

/** Returns the context that a sealed value is bound to: it can be opened only for this field of this object. */
export function secretContext(owner: { kind: Kind; project: string; name: string }, field: string): string {
  return `${owner.kind.kind}/${owner.kind.scope === 'global' ? '' : owner.project}/${owner.name}/${field}`
}

/** Returns the scope of the placeholders of a field: the field itself, or that of the original of a copy. */
export function placeholderScope({ kind, copyOf, ...own }: Draft, field: string): string {
  return secretContext({ kind, ...(copyOf ?? own) }, field)
}
