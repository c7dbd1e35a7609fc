import type { Client, ControlPlaneStatus } from '../../client-sdk/index.ts'
import { counted } from '../../schema/counted.ts'
import { enumText } from '../../schema/enum-text.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { showBytes } from '../clusters/quantity.ts'
import { nounAndName } from '../kind-names.ts'
import { messageOf } from '../objects/record.ts'
import type { Io } from '../terminal/io.ts'
import { painter, type Colour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'

/** The most stuck objects that are listed. */
const maxStuck = 10

/** What the server says about the processes, the queue and what is stuck; or why it does not. */
export type Health = { found: ControlPlaneStatus } | { unknown: string }

/** Reads from the server how the control plane is doing. */
export async function readHealth(connect: () => Promise<Client>): Promise<Health> {
  try {
    const client = await connect()
    return { found: await client.controlPlane({ first: maxStuck }) }
  } catch (error) {
    if (isPlatformError(error)) return { unknown: error.message }
    throw error
  }
}

/** Returns what machines read: objects are reduced to what identifies them, and why they are stuck. */
export function healthRecord({ stuck, ...found }: ControlPlaneStatus): object {
  return {
    ...found,
    stuck: {
      ...stuck,
      objects: stuck.objects.map(({ object, reason, since }) => ({
        kind: object.kind,
        name: object.name,
        project: object.projectName,
        reason,
        since,
        message: messageOf(object),
      })),
    },
  }
}

/** Renders processes, what waits for them, what is stuck, and what is not well. */
export function renderHealth(io: Io, found: ControlPlaneStatus): string {
  return [processTable(io, found), queueTable(io, found), stuckTable(io, found), problemsText(io, found)]
    .filter((part) => part !== '')
    .map((part) => `\n${part}`)
    .join('')
}

const stateColours: Readonly<Record<string, Colour>> = {
  Running: 'green',
  Gone: 'red',
  Stopped: 'yellow',
  Unknown: 'yellow',
}

function processTable(io: Io, { processes }: ControlPlaneStatus): string {
  const paint = painter(io.stdout, io.env)
  const rows = processes.map((each) => {
    const isPresent = each.state === 'RUNNING' || each.state === 'UNKNOWN'
    const { reconciles, breakers } = each
    return [
      each.role.toLowerCase(),
      each.name,
      enumText(each.state),
      reconciles === null || !isPresent ? '' : `${reconciles.running}/${reconciles.slots}`,
      isPresent ? String(breakers.length) : '',
      each.release,
      isPresent ? ageOf(each.startedAt) : '',
      isPresent ? showBytes(each.memory) : '',
      ageOf(each.lastSeenAt),
    ]
  })
  return renderTable(
    ['PROCESS', 'NAME', 'STATE', 'RECONCILES', 'BREAKERS', 'RELEASE', 'UPTIME', 'MEMORY', 'SEEN'],
    rows,
    {
      columns: io.stdout.columns,
      optional: ['MEMORY', 'UPTIME', 'BREAKERS', 'RELEASE'],
      paint: (text, { header, value }) =>
        header === 'STATE' ? paint(stateColours[value] ?? 'yellow', text) : text,
    },
  )
}

function queueTable(io: Io, { queue }: ControlPlaneStatus): string {
  if (queue.kinds.length === 0) return 'Nothing is due.\n'
  const rows = queue.kinds.map(({ kind, due, queued, running, dueSince, oldest }) => [
    kind,
    String(due),
    queued === null ? '' : String(queued),
    String(running),
    ageOf(dueSince),
    oldest === null ? '' : nounAndName(oldest),
  ])
  return renderTable(['QUEUE', 'DUE', 'IN NATS', 'RUNNING', 'LONGEST', 'OLDEST'], rows, {
    columns: io.stdout.columns,
    optional: ['IN NATS'],
  })
}

function stuckTable(io: Io, { stuck }: ControlPlaneStatus): string {
  if (stuck.totalCount === 0) return ''
  const rows = stuck.objects.map(({ object, reason, since }) => [
    nounAndName(object),
    reason === null ? '' : enumText(reason),
    ageOf(since),
    messageOf(object),
  ])
  const table = renderTable(['STUCK', 'WHY', 'FOR', 'CAUSE'], rows, { columns: io.stdout.columns })
  const more = stuck.totalCount - stuck.objects.length
  return more === 0 ? table : `${table}${counted(more, 'more object')}: qleetctl get --stuck\n`
}

function problemsText(io: Io, { problems }: ControlPlaneStatus): string {
  const paint = painter(io.stdout, io.env)
  return problems
    .map(({ severity, message, remedy }) => {
      const label = severity === 'ERROR' ? paint('red', 'Error:') : paint('yellow', 'Warning:')
      return `${label} ${message} ${remedy}\n`
    })
    .join('')
}
