import { setTimeout as sleep } from 'node:timers/promises'
import type { ObjectDocument } from '../../client-sdk/index.ts'
import { isFinal, type DeliveryState } from '../../schema/delivery/states.ts'
import { delivery, digest, shopDefinition } from '../support/applications-delivered.ts'
import type { DesiredBuilds, FinalObject, LogEntry } from './history.ts'
import { appliedWrite, untilDecided, type Writer } from './writers.ts'

/* Applications whose builds pipelines deliver into two environments. */

/** In the order in which builds reach them. */
const environments = ['chaos-dev', 'chaos-live']

export function environmentsIn(runtime: string): ObjectDocument[] {
  return environments.map((name) => ({
    kind: 'Environment',
    name,
    spec: { runtime, settle: 3, deadline: 30 },
  }))
}

/** Returns the digest of a build; one that crashes starts with `bad`. */
function digestOf(build: number, isBad = false): string {
  return digest(`${isBad ? 'bad' : 'a'}${build.toString(16).padStart(8, '0')}`)
}

/**
 * Delivers builds of an application that no other writer touches: newer ones, of which some crash, and again or late
 * ones. The last one works, so that every environment has it in the end.
 */
export async function deliverBuilds(
  writer: Writer,
  { application, desired }: { application: string; desired: DesiredBuilds },
): Promise<void> {
  const { random } = writer
  await send(writer, [
    shopDefinition(application),
    {
      kind: 'Application',
      name: application,
      spec: { definition: application, environments: environments.map((environment) => ({ environment })) },
    },
  ])
  const bad = new Set<number>()
  let newest = 0
  const deliver = async (build: number): Promise<void> => {
    const spec = {
      images: [{ name: 'example.com/shop', digest: digestOf(build, bad.has(build)) }],
    }
    await send(writer, [delivery(application, build, '', spec)])
  }
  while (!writer.isOver()) {
    if (newest === 0 || random.chance(0.7)) {
      newest += 1 + Math.floor(random.next() * 2)
      if (random.chance(0.25)) bad.add(newest)
      await deliver(newest)
    } else await deliver(1 + Math.floor(random.next() * newest))
    await sleep(500 + random.next() * 4000)
  }
  await deliver(newest + 1)
  desired.set(application, newest + 1)
}

async function send(writer: Writer, documents: readonly ObjectDocument[]): Promise<void> {
  writer.onRequest()
  await untilDecided(writer, async () => {
    const results = await writer.client.apply(documents)
    writer.history.acked.push(...results.map((applied) => appliedWrite(applied)))
  })
}

/** Reports whether an object may stay as it is although it is not ready: a delivery that has ended. */
export function isEndedDelivery({ kind, status }: FinalObject): boolean {
  const { outputs } = status as { outputs?: { state?: DeliveryState } }
  return kind === 'Delivery' && outputs?.state !== undefined && isFinal(outputs.state)
}

/** Describes environments that do not run the last build of an application. */
export function wrongBuilds(objects: readonly FinalObject[], desired: DesiredBuilds): string[] {
  return [...desired].flatMap(([application, build]) =>
    environments.flatMap((environment) => {
      const name = `${application}-${environment}`
      const found = objects.find((each) => each.kind === 'WorkloadInstance' && each.name === name)
      const expected = digestOf(build)
      return found?.digest === expected
        ? []
        : [`${name} runs ${found?.digest ?? 'nothing'} instead of build ${build}, ${expected}`]
    }),
  )
}

/** Returns the number of deliveries that have reached their environments, or were superseded. */
export function deliveredBuilds(log: readonly LogEntry[]): number {
  return new Set(log.flatMap((entry) => (entry.kind === 'Delivery' && entry.settled ? entry.objectId : [])))
    .size
}
