import type { Client, NameTarget, ObjectEvent as FoundEvent } from '../../client-sdk/index.ts'
import { enumText } from '../../schema/enum-text.ts'

/** An event as commands print it, with its type spelled as in Kubernetes. */
export type ObjectEvent = Omit<FoundEvent, 'type'> & { type: string }

/** Returns the newest events of objects that are gone, newest first. */
export async function findFormerEvents(
  client: Client,
  { kind, name, project }: NameTarget,
  count: number,
): Promise<ObjectEvent[]> {
  const filter = { objectKinds: [kind], objectName: name, project: project ?? null }
  const found = await client.events(filter, count)
  const sorted = found.toSorted((a, b) => Date.parse(b.lastSeen) - Date.parse(a.lastSeen))
  return sorted.map(({ id, type, reason, note, count: times, firstSeen, lastSeen }) => ({
    id,
    reason,
    note,
    count: times,
    firstSeen,
    lastSeen,
    type: enumText(type),
  }))
}

/** Returns the newest events of an object, newest first. */
export async function findEvents(client: Client, target: NameTarget, count: number): Promise<ObjectEvent[]> {
  const found = await client.objects.events(target, count)
  return found.map((event) => ({ ...event, type: enumText(event.type) }))
}
