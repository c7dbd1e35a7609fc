import { setTimeout as sleep } from 'node:timers/promises'
import { Dependency } from '../../schema/dependencies/declaration.ts'
import { dependencyType } from '../../schema/dependencies/types.ts'
import {
  changedApplication,
  randomApplication,
  type ApplicationDependency,
  type ApplicationDocument,
  type ApplicationPlace,
} from '../support/applications.ts'
import type { DesiredApplications, FinalObject, LogEntry } from './history.ts'
import { appliedWrite, deletedWrite, untilDecided, type Writer } from './writers.ts'

/* Applications with dependencies, which are created, changed and deleted like plain workloads. */

/** Returns the name of an application in a runtime. */
export function applicationName(runtime: string, index: number): string {
  return `${runtime}-app-${index}`
}

/** The names of the objects of dependencies: those of applications, with that of the dependency. */
const dependencyName = /-app-\d+-/

export interface Applications {
  places: readonly ApplicationPlace[]
  desired: DesiredApplications
}

/** Deploys, changes and deletes applications that no other writer touches. */
export async function deployApplications(writer: Writer, { places, desired }: Applications): Promise<void> {
  const { random } = writer
  while (!writer.isOver()) {
    const place = random.pick(places)
    const { application: name } = place
    const before = desired.get(name)
    const remove = before !== undefined && random.chance(0.3)
    const [definition, instance] = randomApplication(random, place) as [
      ApplicationDocument,
      ApplicationDocument,
    ]
    const changed = before === undefined ? definition : changedApplication(random, place, before)
    writer.onRequest()
    const done = await untilDecided(writer, async () => {
      if (remove) await removeApplication(writer, name)
      else await applyApplication(writer, [changed, instance])
    })
    if (done) desired.set(name, remove ? undefined : changed)
    await sleep(500 + random.next() * 6000)
  }
}

async function applyApplication(
  { client, history }: Writer,
  documents: readonly ApplicationDocument[],
): Promise<void> {
  const results = await client.apply(documents)
  history.acked.push(...results.map((applied) => appliedWrite(applied)))
}

async function removeApplication({ client, history }: Writer, name: string): Promise<void> {
  try {
    const deleted = await client.objects.delete([
      { kind: 'WorkloadInstance', name },
      { kind: 'WorkloadDefinition', name },
    ])
    history.acked.push(...deleted.map(deletedWrite))
  } catch (error) {
    // The first response was lost, and the objects are deleted already.
    if ((error as { code?: unknown }).code !== 'NOT_FOUND') throw error
  }
}

/** Describes the applications that are not there, those that still are, and dependencies that they do not have. */
export function wrongApplications(objects: readonly FinalObject[], desired: DesiredApplications): string[] {
  const names = new Set(objects.map(({ kind, name }) => `${kind} ${name}`))
  return [...desired].flatMap(([application, definition]) => {
    const wanted = definition === undefined ? [] : [`WorkloadInstance ${application}`, ...ownedBy(definition)]
    const found = objects
      .filter(({ kind, name }) => isOf(application, { kind, name }))
      .map(({ kind, name }) => `${kind} ${name}`)
    return [
      ...wanted.filter((each) => !names.has(each)).map((each) => `${each} does not exist`),
      ...found.filter((each) => !wanted.includes(each)).map((each) => `${each} still exists`),
    ]
  })
}

/** Reports whether an object is the instance of an application, or the instance of one of its dependencies. */
function isOf(application: string, { kind, name }: { kind: string; name: string }): boolean {
  if (name === application) return kind === 'WorkloadInstance'
  return name.startsWith(`${application}-`) && !kind.endsWith('Definition')
}

/** Returns the instances that an application owns for its dependencies. */
function ownedBy({ name, spec }: ApplicationDocument): string[] {
  return (spec['dependencies'] as ApplicationDependency[])
    .filter(({ shared }) => shared === undefined)
    .map((dependency) => {
      const { instance } = dependencyType(Dependency.parse(dependency))
      return `${instance.kind} ${name}-${dependency.name}`
    })
}

/** Returns the number of dependencies of applications that have been ready, by kind. */
export function readyDependencies(log: readonly LogEntry[]): Map<string, number> {
  const ready = log.filter(({ settled, name }) => settled === true && dependencyName.test(name))
  const objects = new Map(ready.map(({ objectId, kind }) => [objectId, kind]))
  return new Map(
    [...Map.groupBy(objects.values(), (kind) => kind)]
      .map(([kind, found]): [string, number] => [kind, found.length])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}
