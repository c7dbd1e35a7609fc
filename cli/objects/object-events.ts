import type { Client, NameTarget, ObjectEvent as FoundEvent } from '../../client-sdk/index.ts'
import { enumText } from '../output/enum-text.ts'

/** An event as commands print it, with its type spelled as in Kubernetes. */
export type ObjectEvent = Omit<FoundEvent, 'type'> & { type: string }

/** Returns the newest events of an object, newest first. */
export async function findEvents(client: Client, target: NameTarget, count: number): Promise<ObjectEvent[]> {
  const found = await client.objects.events(target, count)
  return found.map((event) => ({ ...event, type: enumText(event.type) }))
}
