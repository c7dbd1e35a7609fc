import { apiVersionOf } from '../../schema/group-version.ts'
import type { AnyObject } from '../../client-sdk/index.ts'
import { counted } from '../../schema/counted.ts'
import { isRecord } from '../../schema/manifests.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderFields, renderTable } from '../terminal/table.ts'
import { ageOf, clockOf, showDuration } from '../terminal/time.ts'
import { confirmCommand, removalText } from './confirmation.ts'
import { enumText } from '../../schema/enum-text.ts'
import type { ObjectDetails, QueuePosition } from './object-details.ts'
import { eventTable } from './event-table.ts'
import { nextTryText } from './next-try.ts'
import { phaseOf, specFields, statusText, unknownSince } from './record.ts'
import { toYaml } from './yaml.ts'

function queueText({ position, expectedWait }: QueuePosition): string {
  const ahead = position === 1 ? 'next in the queue' : `${position - 1} ahead in the queue`
  const wait = expectedWait === null ? '' : `, about ${showDuration(expectedWait * 1000)}`
  return `waiting for a worker: ${ahead}${wait}`
}

/** Renders the details of an object, folded to the width of the terminal. */
export function describeOne(io: Io, gathered: ObjectDetails, { wide }: { wide: boolean }): string {
  const { kind, object, resources, external, usedBy, events, queue, owners, owned } = gathered
  const columns = wide ? undefined : io.stdout.columns
  const inner = columns === undefined ? undefined : columns - 2
  const paint = painter(io.stdout, io.env)
  const { status } = object
  const phase = phaseOf(object)
  const since = unknownSince(object)
  const labels = pairsOf(object.labels)
  const annotations = pairsOf(object.manifest.metadata.annotations ?? {})
  const fields: [string, string][] = [
    ['Name', object.name],
    ['Kind', object.kind],
    ...(object.projectName === null ? [] : [['Project', object.projectName] satisfies [string, string]]),
    ['Labels', labels.length === 0 ? '<none>' : labels.join('\n')],
    ...(annotations.length === 0 ? [] : [['Annotations', annotations.join('\n')] satisfies [string, string]]),
    ...(owners.length === 0
      ? []
      : [['Owned by', owners.map(nounAndName).join('\n')] satisfies [string, string]]),
    ['Created', `${object.createdAt} (${ageOf(object.createdAt)} ago)`],
    ['Changed', `${object.updatedAt} (${ageOf(object.updatedAt)} ago)`],
    ['Generation', `${object.generation}, observed ${object.observedGeneration}, version ${object.version}`],
    ...(object.deletionRequestedAt === null
      ? []
      : [['Deleting', `since ${ageOf(object.deletionRequestedAt)}`] satisfies [string, string]]),
    [
      'Status',
      `${paint(phaseColour(phase), statusText(object))}${since === undefined ? '' : `, unknown since ${clockOf(since)} (${ageOf(since)})`}`,
    ],
    ...(queue === null ? [] : [['Queue', queueText(queue)] satisfies [string, string]]),
    ...(status.cause === undefined
      ? []
      : [['Cause', causeText(status.cause, gathered)] satisfies [string, string]]),
  ]
  const sections = [
    ['', renderFields(fields, { columns })],
    ['Waiting for confirmation', confirmationText(object)],
    ['Spec', renderSpec(specFields(kind, object), inner)],
    ['Outputs', outputsText(status.outputs)],
    ['Conditions', conditionsTable(object, inner)],
    ['Rollout', rolloutText(gathered)],
    ['Owns', owned.map((each) => `${nounAndName(each)} (${phaseOf(each)})\n`).join('')],
    ['Used by', usedBy.map((line) => `${line}\n`).join('')],
    ['Resources in the cluster', resourcesTable(resources, inner)],
    ['Resources outside of clusters', externalTable(external, inner)],
    ['Events', events.length === 0 ? '' : eventTable([...events].reverse(), { columns: inner })],
  ] as const
  return sections
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title === '' ? text : `${paint('bold', `${title}:`)}\n${indent(text)}`))
    .join('\n')
}

/** Returns how far the newest edit has got, and which objects do not have it. */
function rolloutText({ rollout }: ObjectDetails): string {
  const { definitionRollout: found = null, reaches = null } = rollout ?? {}
  if (reaches === null || (found === null && reaches.total === 0)) return ''
  const outdated = reaches.objects.filter((each) => each.outdated)
  const named = outdated.slice(0, 20).map((each) => `${nounAndName(each)} (wave ${each.wave})`)
  const more = reaches.outdated > named.length ? [`and ${reaches.outdated - named.length} more`] : []
  const fields: [string, string][] = [
    ...(found === null
      ? []
      : ([
          ['State', enumText(found.state)],
          ['Generation', String(found.generation)],
          ['Wave', `${found.wave} of ${found.waves}`],
          ...(found.cause === null ? [] : [['Cause', found.cause]]),
        ] as [string, string][])),
    ['Reaches', `${counted(reaches.total, 'object')}, ${reaches.outdated} of them with the previous version`],
    ...(named.length === 0 ? [] : [['Waiting', [...named, ...more].join('\n')] satisfies [string, string]]),
  ]
  return renderFields(fields, {})
}

function pairsOf(map: Record<string, string>): string[] {
  return Object.entries(map).map(([key, value]) => `${key}=${value}`)
}

function causeText(
  { kind, name, reason, message, since }: NonNullable<AnyObject['status']['cause']>,
  { object, nextTry }: ObjectDetails,
): string {
  const retry = nextTryText(object, nextTry)
  const next = retry === 'none' ? 'nothing is tried again' : `next try ${retry}`
  return `${message}\n${reason} of ${kind} ${name}, for ${ageOf(since)}, ${next}`
}

function confirmationText(object: AnyObject): string {
  const { confirmation } = object
  if (confirmation === null) return ''
  return `${removalText(confirmation)}Until ${clockOf(confirmation.expiresAt)}: ${confirmCommand(object)} --token ${confirmation.token}\n`
}

function renderSpec(fields: readonly [string, unknown][], columns: number | undefined): string {
  if (fields.length === 0) return ''
  const shown = fields.map(([name, value]): [string, string] => [name, specText(value)])
  return renderFields(shown, { columns })
}

function specText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return value.includes('\n') ? `\n${value.trimEnd()}` : value
}

function outputsText(outputs: unknown): string {
  if (!isRecord(outputs) || Object.keys(outputs).length === 0) return ''
  return toYaml(outputs)
}

function conditionsTable({ status }: AnyObject, columns: number | undefined): string {
  const rows = status.conditions.map((condition) => {
    const { type, reason, lastTransitionTime, message } = condition
    return [type, condition.status, reason, ageOf(lastTransitionTime), message]
  })
  return rows.length === 0
    ? ''
    : renderTable(['TYPE', 'STATUS', 'REASON', 'SINCE', 'MESSAGE'], rows, {
        columns,
        optional: ['SINCE', 'REASON'],
      })
}

function resourcesTable(resources: ObjectDetails['resources'], columns: number | undefined): string {
  const rows = resources.map(({ group, version, kind, namespace, name, uid }) => {
    const type = apiVersionOf({ group, version })
    return [kind, type, namespace === '' ? '-' : namespace, name, uid === null ? 'pending' : 'applied']
  })
  return rows.length === 0
    ? ''
    : renderTable(['KIND', 'API', 'NAMESPACE', 'NAME', 'STATE'], rows, {
        columns,
        optional: ['API', 'NAMESPACE'],
      })
}

function externalTable(resources: ObjectDetails['external'], columns: number | undefined): string {
  const rows = resources.map(({ provider, account, region, type, name, externalId }) => {
    return [
      provider,
      type,
      name,
      [account, region].filter((each) => each !== '').join(' '),
      externalId ?? 'pending',
    ]
  })
  return rows.length === 0
    ? ''
    : renderTable(['PROVIDER', 'TYPE', 'NAME', 'PLACE', 'ID'], rows, {
        columns,
        optional: ['PROVIDER', 'PLACE'],
      })
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
