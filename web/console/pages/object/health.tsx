import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, Trash2, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ResourceNodeFieldsFragment } from '../../../../client-sdk/generated/documents.ts'
import { enumText } from '../../../../schema/enum-text.ts'

export type ResourceNode = ResourceNodeFieldsFragment

const looks: Readonly<Record<ResourceNode['health'], { tone: string; icon: LucideIcon }>> = {
  READY: { tone: 'good', icon: CircleCheck },
  PROGRESSING: { tone: 'moving', icon: LoaderCircle },
  FAILED: { tone: 'bad', icon: CircleAlert },
  TERMINATING: { tone: 'idle', icon: Trash2 },
  MISSING: { tone: 'bad', icon: CircleDashed },
}

/** The health of a resource in a cluster, as an icon with its word as a title. */
export function Health({ health }: { health: ResourceNode['health'] }): ReactElement {
  const { tone, icon: Icon } = looks[health]
  return (
    <span className={`health ${tone}`} role="img" aria-label={enumText(health)} title={enumText(health)}>
      <Icon size={15} aria-hidden />
    </span>
  )
}

/** The tone of the worst of several resources. */
export function worstTone(nodes: readonly Pick<ResourceNode, 'health'>[]): string {
  const tones = new Set(nodes.map(({ health }) => looks[health].tone))
  return ['bad', 'moving', 'idle', 'good'].find((tone) => tones.has(tone)) ?? 'idle'
}
