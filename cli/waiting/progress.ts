import type { AnyObject } from '../../client-sdk/index.ts'
import { CommandFailure } from '../cli-error.ts'
import { formatTarget } from '../kind-names.ts'
import { messageOf, phaseOf } from '../objects/record.ts'
import { TaskList } from '../terminal/task-list.ts'
import type { Io } from '../terminal/io.ts'
import { goalName, reaches, type Goal } from './goal.ts'
import { waitFor, type Awaited, type WaitOptions } from './wait-for.ts'

/** Runs {@link waitFor} and shows the progress of each object on stderr. */
export async function waitWithProgress(
  io: Io,
  targets: readonly Awaited[],
  options: Omit<WaitOptions, 'signal' | 'onChange'> & { tasks?: TaskList },
): Promise<AnyObject[]> {
  const { tasks = new TaskList(io), ...rest } = options
  const latest = new Map<Awaited, AnyObject | undefined>()
  const onChange = (target: Awaited, object: AnyObject | undefined): void => {
    latest.set(target, object)
    tasks.set(formatTarget(target), { title: formatTarget(target), ...stateOf(rest.goal, object) })
  }
  try {
    return await waitFor(targets, { ...rest, signal: io.signal, onChange })
  } catch (error) {
    if (error instanceof CommandFailure) {
      for (const [target, object] of latest) {
        const { state, detail } = stateOf(rest.goal, object)
        if (state === 'running')
          tasks.set(formatTarget(target), { title: formatTarget(target), state: 'failed', detail })
      }
    }
    throw error
  } finally {
    if (options.tasks === undefined) tasks.end()
  }
}

function stateOf(goal: Goal, object: AnyObject | undefined): { state: 'running' | 'done'; detail: string } {
  if (object === undefined)
    return goal === 'deleted'
      ? { state: 'done', detail: 'deleted' }
      : { state: 'running', detail: 'not found' }
  const phase = phaseOf(object)
  const message = messageOf(object)
  if (goal === 'ready' && phase === 'Ready') return { state: 'done', detail: 'Ready' }
  if (goal !== 'ready' && reaches(goal, object)) return { state: 'done', detail: goalName(goal) }
  return { state: 'running', detail: message === '' ? phase : `${phase}: ${message}` }
}
