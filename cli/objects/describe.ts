import {
  GetQueuePositionDocument,
  ListAppliedDocument,
  type GetQueuePositionQuery,
} from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { isRecord } from '../../schema/manifests.ts'
import { defaultProject } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, formatTarget, targetsOf } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderFields, renderTable } from '../terminal/table.ts'
import { ageOf, clockOf, showDuration } from '../terminal/time.ts'
import { confirmCommand, removalText } from './confirmation.ts'
import { eventTable } from './events.ts'
import { findObjects, findTarget } from './find.ts'
import { parseFormat, printValue } from './formats.ts'
import { toYaml } from './yaml.ts'
import { findNextTries, nextTryText, type NextTry } from './next-try.ts'
import { phaseOf, recordOf, specFields, unknownSince } from './record.ts'
import { findReferrers } from './referrers.ts'

interface DescribeInput {
  args: { kind: string; names: readonly string[] }
  options: { project: string | undefined; output: string }
}

/** The details of one object, fetched before anything is printed. */
interface Gathered {
  kind: Kind
  object: AnyObject
  resources: Awaited<ReturnType<typeof appliedResources>>
  usedBy: string[]
  events: Awaited<ReturnType<Client['objects']['events']>>
  queue: QueuePosition | null
  nextTry: NextTry | undefined
}

/** The position of an object in the queue while its newest change waits for a worker. */
type QueuePosition = NonNullable<NonNullable<GetQueuePositionQuery['result']>['queue']>

export async function describe({ args, options }: DescribeInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const project = options.project ?? defaultProject
  const targets =
    args.kind.includes('/') || args.names.length > 0 ? targetsOf([args.kind, ...args.names], project) : []
  const kinds = targets.length === 0 ? [kindByNoun(args.kind)] : []
  const { client } = await context.connect()
  const objects =
    targets.length === 0
      ? await findObjects(client, { kinds, names: [], project })
      : await Promise.all(targets.map((target) => findTarget(client, target)))
  if (format.as === 'name') {
    const names = objects.map(({ kind, name }) => formatTarget({ kind: kindByNoun(kind), name }))
    io.stdout.write(names.map((name) => `${name}\n`).join(''))
    return
  }
  const gathered = await Promise.all(objects.map((object) => gather(client, kindByNoun(object.kind), object)))
  if (format.as !== 'table' && format.as !== 'wide') {
    const records = gathered.map(({ object, resources, usedBy, events, queue, nextTry }) => ({
      ...recordOf(object),
      ...(queue === null ? {} : { queue }),
      ...(nextTry?.waitingFor == null ? {} : { waitingFor: nextTry.waitingFor }),
      resources,
      usedBy,
      events,
    }))
    await printValue(io, format, targets.length === 1 ? records[0] : { items: records })
    return
  }
  io.stdout.write(gathered.map((each) => describeOne(io, each)).join('\n\n'))
}

async function gather(client: Client, kind: Kind, object: AnyObject): Promise<Gathered> {
  const target = { kind: kind.kind, name: object.name, project: object.projectName ?? undefined }
  const [resources, usedBy, events, queue, nextTries] = await Promise.all([
    appliedResources(client, object.id),
    findUsers(client, object.id),
    client.objects.events(target, 20),
    queuePosition(client, object.id),
    findNextTries(client, [object]),
  ])
  return { kind, object, resources, usedBy, events, queue, nextTry: nextTries.get(object.id) }
}

/** Returns null when the object is not queued or the release of the server does not support the query. */
async function queuePosition(client: Client, id: string): Promise<QueuePosition | null> {
  try {
    const { result } = await client.execute(GetQueuePositionDocument, { id })
    return result?.queue ?? null
  } catch (error) {
    if (isPlatformError(error) && error.code === 'UNSUPPORTED') return null
    throw error
  }
}

async function appliedResources(client: Client, id: string) {
  const found = []
  for (let after: string | null = null; ;) {
    const { result }: Awaited<ReturnType<typeof page>> = await page(after)
    if (result == null) return found
    found.push(...result.appliedResources.edges.map(({ node }) => node))
    if (!result.appliedResources.pageInfo.hasNextPage) return found
    after = result.appliedResources.pageInfo.endCursor
  }

  function page(after: string | null) {
    return client.execute(ListAppliedDocument, { id, first: 500, after })
  }
}

/** Returns the objects that refer to this one, each once even if it does so in several fields. */
async function findUsers(client: Client, id: string): Promise<string[]> {
  const referrers = await findReferrers(client, id)
  const users = referrers.map(({ node }) => {
    return `${formatTarget({ kind: kindByNoun(node.kind), name: node.name })} (${phaseOf(node)})`
  })
  return [...new Set(users)]
}

function queueText({ position, expectedWait }: QueuePosition): string {
  const ahead = position === 1 ? 'next in the queue' : `${position - 1} ahead in the queue`
  const wait = expectedWait === null ? '' : `, about ${showDuration(expectedWait * 1000)}`
  return `waiting for a worker: ${ahead}${wait}`
}

function describeOne(io: Io, gathered: Gathered): string {
  const { kind, object, resources, usedBy, events, queue } = gathered
  const paint = painter(io.stdout, io.env)
  const { status } = object
  const phase = phaseOf(object)
  const since = unknownSince(object)
  const labels = Object.entries(object.labels as Record<string, string>).map(
    ([key, value]) => `${key}=${value}`,
  )
  const fields: [string, string][] = [
    ['Name', object.name],
    ['Kind', object.kind],
    ...(object.projectName === null ? [] : [['Project', object.projectName] satisfies [string, string]]),
    ['Labels', labels.length === 0 ? '<none>' : labels.join('\n')],
    ['Created', `${object.createdAt} (${ageOf(object.createdAt)} ago)`],
    ['Changed', `${object.updatedAt} (${ageOf(object.updatedAt)} ago)`],
    ['Generation', `${object.generation}, observed ${object.observedGeneration}, version ${object.version}`],
    ...(object.deletionRequestedAt === null
      ? []
      : [['Deleting', `since ${ageOf(object.deletionRequestedAt)}`] satisfies [string, string]]),
    [
      'Status',
      `${paint(phaseColour(phase), phase)}${since === undefined ? '' : `, unknown since ${clockOf(since)} (${ageOf(since)})`}`,
    ],
    ...(queue === null ? [] : [['Queue', queueText(queue)] satisfies [string, string]]),
    ...(status.cause === null
      ? []
      : [['Cause', causeText(status.cause, gathered)] satisfies [string, string]]),
  ]
  const sections = [
    ['', renderFields(fields)],
    ['Waiting for confirmation', confirmationText(object)],
    ['Spec', renderSpec(specFields(kind, object))],
    ['Outputs', outputsText(status.outputs)],
    ['Conditions', conditionsTable(io, object)],
    ['Used by', usedBy.map((line) => `${line}\n`).join('')],
    ['Resources in the cluster', resourcesTable(resources)],
    ['Events', events.length === 0 ? '' : eventTable([...events].reverse(), { columns: undefined })],
  ] as const
  return sections
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title === '' ? text : `${paint('bold', `${title}:`)}\n${indent(text)}`))
    .join('\n')
}

function causeText(
  { kind, name, reason, message, since }: NonNullable<AnyObject['status']['cause']>,
  { object, nextTry }: Gathered,
): string {
  const retry = nextTryText(object, nextTry)
  return `${message}\n${reason} of ${kind} ${name}, for ${ageOf(since)}, next try ${retry}`
}

function confirmationText(object: AnyObject): string {
  const { confirmation } = object
  if (confirmation === null) return ''
  return `${removalText(confirmation)}Until ${confirmation.expiresAt}: ${confirmCommand(object)} --token ${confirmation.token}\n`
}

function renderSpec(fields: readonly [string, unknown][]): string {
  if (fields.length === 0) return ''
  const shown = fields.map(([name, value]): [string, string] => [name, specText(value)])
  return renderFields(shown)
}

function specText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return value.includes('\n') ? `\n${value.trimEnd()}` : value
}

function outputsText(outputs: unknown): string {
  if (!isRecord(outputs) || Object.keys(outputs).length === 0) return ''
  return toYaml(outputs)
}

function conditionsTable(io: Io, { status }: AnyObject): string {
  const rows = status.conditions.map((condition) => {
    const { type, reason, lastTransitionTime, message } = condition
    return [type, condition.status, reason, ageOf(lastTransitionTime), message]
  })
  const columns = io.stdout.columns === undefined ? undefined : io.stdout.columns - 2
  return rows.length === 0
    ? ''
    : renderTable(['TYPE', 'STATUS', 'REASON', 'SINCE', 'MESSAGE'], rows, { columns })
}

function resourcesTable(resources: Gathered['resources']): string {
  const rows = resources.map(({ group, version, kind, namespace, name, uid }) => {
    const type = group === '' ? version : `${group}/${version}`
    return [kind, type, namespace === '' ? '-' : namespace, name, uid === null ? 'pending' : 'applied']
  })
  return rows.length === 0 ? '' : renderTable(['KIND', 'API', 'NAMESPACE', 'NAME', 'STATE'], rows)
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
