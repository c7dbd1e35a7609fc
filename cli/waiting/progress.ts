import type { AnyObject } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/records.ts'
import { CommandFailure } from '../cli-error.ts'
import { formatTarget } from '../kind-names.ts'
import { messageOf, phaseOf } from '../objects/record.ts'
import { TaskList, type TaskState } from '../terminal/task-list.ts'
import type { Io } from '../terminal/io.ts'
import { goalName, reaches, type Goal } from './goal.ts'
import { followCommand, noteInterruption } from './interruption.ts'
import { waitFor, type Awaited, type WaitOptions } from './wait-for.ts'

/** Runs {@link waitFor} and shows the progress of each object on stderr. */
export async function waitWithProgress(
  io: Io,
  targets: readonly Awaited[],
  options: Omit<WaitOptions, 'signal' | 'onChange'> & { tasks?: TaskList },
): Promise<AnyObject[]> {
  const { tasks = new TaskList(io), ...rest } = options
  const latest = new Map<Awaited, AnyObject | undefined>()
  const isReached = (target: Awaited): boolean => latest.has(target) && reaches(rest.goal, latest.get(target))
  const show = (target: Awaited, state = stateOf(rest.goal, latest.get(target))): void => {
    const title = formatTarget(target)
    tasks.set(title, { title, ...state })
  }
  const onChange = (target: Awaited, object: AnyObject | undefined): void => {
    latest.set(target, object)
    show(target)
  }
  try {
    return await waitFor(targets, { ...rest, signal: io.signal, onChange })
  } catch (error) {
    const open = targets.filter((target) => !isReached(target))
    for (const target of open.filter((each) => latest.has(each) && isCause(error, each)))
      show(target, { ...stateOf(rest.goal, latest.get(target)), state: 'failed' })
    if (options.tasks === undefined) tasks.end()
    if (io.signal.aborted && open.length > 0) noteInterruption(io, followCommand(open, rest.goal))
    throw error
  } finally {
    if (options.tasks === undefined) tasks.end()
  }
}

/** Reports whether a wait has failed because of an object. The others are still in progress. */
function isCause(error: unknown, { kind, name }: Awaited): boolean {
  if (!(error instanceof CommandFailure)) return false
  const { objects } = error.details
  const named: readonly unknown[] = Array.isArray(objects) ? objects : []
  return named.some((each) => isRecord(each) && each['kind'] === kind.kind && each['name'] === name)
}

function stateOf(goal: Goal, object: AnyObject | undefined): { state: TaskState; detail: string } {
  if (object === undefined)
    return goal === 'deleted'
      ? { state: 'done', detail: 'deleted' }
      : { state: 'running', detail: 'not found' }
  const phase = phaseOf(object)
  const message = messageOf(object)
  if (goal === 'ready' && phase === 'Ready') return { state: 'done', detail: 'Ready' }
  if (goal !== 'ready' && reaches(goal, object)) {
    const failure = typeof goal === 'string' ? undefined : goal.failure?.(object)
    return failure === undefined
      ? { state: 'done', detail: goalName(goal) }
      : { state: 'failed', detail: failure }
  }
  return { state: 'running', detail: message === '' ? phase : `${phase}: ${message}` }
}
