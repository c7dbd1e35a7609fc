import {
  changedApplication,
  randomApplication,
  sharedDefinitions,
  type ApplicationPlace,
} from '../support/applications.ts'
import { createRequests } from './requests.ts'
import { keyOf, type User, type UserOptions, type Wish, type Wishes } from './wishes.ts'

/* A user of many applications, each with dependencies of several kinds, in several runtimes. */

/** The size of a run that is about applications. */
export interface ApplicationsSize {
  applications: number
  runtimes: number
}

/** The number of applications in one request, as of a repository that is applied as a whole. */
const batch = 20

export function createApplicationsUser(options: UserOptions, size: ApplicationsSize): User {
  const { random, client } = options
  const wishes: Wishes = new Map()
  const { apply, remove, withRetries } = createRequests(options, wishes)
  const runtimes = Array.from({ length: size.runtimes }, (_, index) => `runtime-${index}`)
  const names = Array.from({ length: size.applications }, (_, index) => `application-${index}`)
  const placeOf = (application: string): ApplicationPlace => {
    const index = names.indexOf(application)
    return { application, runtime: runtimes[index % runtimes.length] ?? '', port: 8000 + index }
  }
  const keys = (name: string): { kind: string; name: string }[] => [
    { kind: 'WorkloadInstance', name },
    { kind: 'WorkloadDefinition', name },
  ]
  const wishedOf = (name: string): Wish[] => keys(name).flatMap((key) => wishes.get(keyOf(key)) ?? [])

  const application = (name: string): Wish[] => randomApplication(random, placeOf(name))

  const change = async (name: string, definition: Wish): Promise<void> => {
    await apply(changedApplication(random, placeOf(name), definition))
    // Changes it and back, faster than any reconcile can follow.
    if (random.chance(0.2)) await apply(definition)
  }

  const actOn = async (name: string): Promise<void> => {
    const [instance, definition] = wishedOf(name)
    if (instance === undefined || definition === undefined) return apply(...application(name))
    const choice = random.next()
    if (choice < 0.6) return change(name, definition)
    if (choice < 0.9) return remove([instance, definition], random.chance(0.1))
    const { kind } = instance
    await withRetries(`trigger ${name}`, () => client.objects.reconcile({ kind, name }))
  }

  return {
    wishes,
    prepare: async () => {
      await withRetries('create the project', () =>
        client.apply([{ kind: 'Project', name: 'default', spec: {} }]),
      )
      await apply({ kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } })
      await apply(
        ...runtimes.map((name) => ({
          kind: 'KubernetesRuntimeInstance',
          name,
          spec: { definition: 'simulated' },
        })),
        ...sharedDefinitions,
      )
      for (let from = 0; from < names.length; from += batch)
        await apply(...names.slice(from, from + batch).flatMap(application))
    },
    act: async () => {
      const acts = Math.max(1, Math.round(size.applications / batch))
      for (let index = 0; index < acts; index++) await actOn(random.pick(names))
    },
    tearDown: async () => {
      for (const name of names) {
        const wished = wishedOf(name)
        if (wished.length > 0) await remove(wished, false)
      }
    },
  }
}
