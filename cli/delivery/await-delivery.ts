import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isFinal, type StageState } from '../../schema/delivery/states.ts'
import type { Application, StageSummary } from '../../schema/kinds/application.ts'
import type { Delivery } from '../../schema/kinds/delivery.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { nounAndName } from '../kind-names.ts'
import { targetOf } from '../objects/deletion.ts'
import { TaskList, type TaskState } from '../terminal/task-list.ts'
import { followCommand, noteInterruption } from '../waiting/interruption.ts'
import { waitFor } from '../waiting/wait-for.ts'
import { typed } from './application.ts'

interface AwaitedDelivery {
  client: Client
  delivery: AnyObject
  application: AnyObject
  /** Milliseconds. */
  timeout: number
}

/**
 * Waits until a delivery has ended, or only a person or the time decides how it goes on. Shows its state, and that of the
 * environments that it is rolled out to.
 */
export async function awaitDelivery(
  { io }: CommandContext,
  { client, delivery, application, timeout }: AwaitedDelivery,
): Promise<AnyObject> {
  const tasks = new TaskList(io)
  const latest = new Map<string, AnyObject>()
  const show = (): void => {
    const [own, around] = [latest.get(delivery.id), latest.get(application.id)]
    if (own === undefined) return
    const { revision } = typed<typeof Delivery>(own).outputs
    const { environments = [] } = around === undefined ? {} : typed<typeof Application>(around).outputs
    if (revision !== undefined)
      for (const each of environments) if (each.revision === revision) showStage(tasks, each)
    showDelivery(tasks, own)
  }
  const goal = {
    name: 'delivered',
    isReached: (object: AnyObject) => object.kind !== 'Delivery' || isDecided(object),
  }
  const targets = [delivery, application].map((object) => ({ ...targetOf(object), id: object.id }))
  try {
    const found = await waitFor(targets, {
      client,
      goal,
      timeout,
      signal: io.signal,
      onChange: (_, object) => {
        if (object === undefined) return
        latest.set(object.id, object)
        show()
      },
    })
    return found.find(({ id }) => id === delivery.id) ?? delivery
  } catch (error) {
    tasks.end()
    if (io.signal.aborted) noteInterruption(io, followCommand(targets.slice(0, 1), goal))
    throw error
  } finally {
    tasks.end()
  }
}

function isDecided(object: AnyObject): boolean {
  const { state } = typed<typeof Delivery>(object).outputs
  return state !== undefined && (state === 'Waiting' || isFinal(state))
}

const stageTasks: Readonly<Record<StageState, TaskState>> = {
  Empty: 'running',
  RollingOut: 'running',
  Paused: 'running',
  Healthy: 'done',
  Degraded: 'failed',
  RollingBack: 'running',
  RolledBack: 'failed',
  Failed: 'failed',
}

function showStage(tasks: TaskList, { environment, state, revision, progress }: StageSummary): void {
  if (state === 'Empty') return
  const how = progress === undefined ? '' : `, ${progress}`
  const detail = `${state}, revision ${revision}${how}`
  tasks.set(environment, { title: environment, state: stageTasks[state], detail })
}

function showDelivery(tasks: TaskList, object: AnyObject): void {
  const { state = 'Accepted', message } = typed<typeof Delivery>(object).outputs
  const title = nounAndName(object)
  const isGood = state === 'Healthy' || state === 'Superseded' || state === 'Waiting'
  // How it ends is printed as the result.
  const detail = message === undefined || isDecided(object) ? state : `${state}: ${message}`
  tasks.set(title, { title, state: isDecided(object) ? (isGood ? 'done' : 'failed') : 'running', detail })
}

/** Returns how a delivery has ended: the text to print, or the failure to report. */
export function endOf(object: AnyObject): { text: string; failure?: CommandFailure } {
  const { state = 'Accepted', message, revision } = typed<typeof Delivery>(object).outputs
  const noun = nounAndName(object)
  const number = revision === undefined ? '' : ` (revision ${revision})`
  const text = `${noun} ${state}${number}${message === undefined ? '' : `: ${message}`}`
  if (state !== 'RolledBack' && state !== 'Failed' && state !== 'Rejected') return { text }
  const see = state === 'Rejected' ? '' : `\nSee: qleetctl get stages`
  const details = { delivery: object.name, state, revision, cause: message }
  return { text, failure: new CommandFailure(exits.failed, `${text}${see}`, details) }
}
