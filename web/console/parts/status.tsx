import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CloudOff,
  Clock,
  LoaderCircle,
  ShieldAlert,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import type { ReactElement } from 'react'
import type { AnyObject, ManifestPhase } from '../../../client-sdk/index.ts'

export type Tone = 'good' | 'moving' | 'warn' | 'bad' | 'idle'

/** How a phase looks. Icon and word say the same as the colour. */
const looks: Readonly<Record<ManifestPhase, { tone: Tone; icon: LucideIcon; turns?: boolean }>> = {
  Pending: { tone: 'idle', icon: CircleDashed },
  Progressing: { tone: 'moving', icon: LoaderCircle, turns: true },
  Ready: { tone: 'good', icon: CircleCheck },
  Waiting: { tone: 'warn', icon: Clock },
  Failed: { tone: 'bad', icon: CircleAlert },
  Quarantined: { tone: 'bad', icon: ShieldAlert },
  Blocked: { tone: 'bad', icon: Ban },
  Unreachable: { tone: 'warn', icon: CloudOff },
  Deleting: { tone: 'idle', icon: Trash2 },
}

export const phases = Object.keys(looks) as ManifestPhase[]

export function toneOf(phase: ManifestPhase): Tone {
  return looks[phase].tone
}

/** Reports whether an object needs a person. */
export function needsAttention({ status: { phase }, ready }: Pick<AnyObject, 'status' | 'ready'>): boolean {
  return !ready && looks[phase].tone !== 'moving' && phase !== 'Pending' && phase !== 'Deleting'
}

/** The phase of an object. */
export function Status({ phase }: { phase: ManifestPhase }): ReactElement {
  const { tone, icon: Icon, turns = false } = looks[phase]
  return (
    <span className={`status ${tone}`}>
      <Icon size={13} aria-hidden className={turns ? 'turning' : undefined} />
      {phase}
    </span>
  )
}

/** A state in words, such as that of a rollout. */
export function Tag({ tone, children }: { tone: Tone; children: string }): ReactElement {
  return <span className={`status ${tone}`}>{children}</span>
}
