import { inProject } from '../../schema/names.ts'
import { formatTarget, type Target } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import type { Goal } from './goal.ts'

/** Notes, after Ctrl-C, that only the wait has ended, and how to follow what goes on. */
export function noteInterruption(io: Io, command: string): void {
  io.stderr.write(`Interrupted: only the wait has ended, the server goes on. To follow it: ${command}\n`)
}

/** The most objects that a command names. */
const maxNamed = 5

/** Returns the command that waits for the same objects, or shows their changes. It names objects of one project. */
export function followCommand(targets: readonly Target[], goal: Goal): string {
  const [first] = targets
  const together = targets.filter(({ project }) => project === first?.project)
  const place = inProject(first?.project)
  if (typeof goal !== 'string') {
    const ofKind = together.filter(({ kind }) => kind === first?.kind)
    return `qleetctl get ${namesOf(ofKind)} --watch${place}`
  }
  const state = { ready: '', deleted: ' --for=delete', created: ' --for=create' }[goal]
  return `qleetctl wait ${namesOf(together)}${state}${place}`
}

function namesOf(targets: readonly Target[]): string {
  return targets.slice(0, maxNamed).map(formatTarget).join(' ')
}
