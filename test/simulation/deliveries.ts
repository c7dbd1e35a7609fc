import { pause } from '../../schema/retry.ts'
import { shortName } from '../../schema/short-name.ts'
import { createRequests } from './requests.ts'
import { keyOf, type User, type UserOptions, type Wish, type Wishes } from './wishes.ts'

/*
 * Pipelines that deliver builds of applications, and people who promote them, roll them back and release them, change their jobs, and
 * pause, abort and retry rollouts.
 */

/** The size of a run that is about deliveries. */
export interface DeliveriesSize {
  applications: number
  deliveries: number
}

/** The fewest rounds of a run, which share the deliveries. */
const rounds = 12

const image = 'example.com/app'

/** Longer than what crashes is up between two crashes, as far as workers have seen it. */
const settle = 10

const environments: readonly Wish[] = [
  { kind: 'Environment', name: 'dev', spec: { settle, deadline: 40 } },
  { kind: 'Environment', name: 'staging', spec: { settle, soak: 3, deadline: 40 } },
  {
    kind: 'Environment',
    name: 'production',
    spec: {
      policy: 'approval',
      settle,
      deadline: 40,
      placement: { locations: ['Local', 'Europe:Paris', 'Asia:Tokyo'] },
      waves: [{ locations: 1 }, { percent: 50 }],
    },
  },
]

const analysis = { intervalSeconds: 2, maxRestarts: 1 }

/** The rollouts of some applications. */
const rollouts: Readonly<Record<string, object>> = {
  dev: {
    strategy: 'canary',
    steps: [{ weight: 20, pauseSeconds: 2 }, { weight: 50 }],
    drainSeconds: 1,
    analysis,
  },
  production: { strategy: 'blueGreen', keepSeconds: 5, drainSeconds: 1, analysis },
}

/** Reports whether an application is rolled out beside what runs. Others have no gateways. */
function isBeside(application: string): boolean {
  return Number(application.split('-')[1]) % 3 === 0
}

const definition: Wish = {
  kind: 'WorkloadDefinition',
  name: 'app',
  spec: {
    yamlDocument: [
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: {
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { containers: [{ name: 'web', image: `${image}:1` }] },
          },
        },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web' },
        spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
      },
    ]
      .map((each) => JSON.stringify(each))
      .join('\n---\n'),
  },
}

/** Returns the jobs of an application; of two, each may fail. */
function jobsOf(random: UserOptions['random']): Record<string, unknown>[] {
  const job = (name: string, when: string) => ({
    name,
    when,
    image: `example.com/simulate/${random.chance(0.25) ? 'exit-1' : 'complete'}:1`,
    deadline: 30,
    ...(random.chance(0.2) ? { onRollback: true } : {}),
  })
  return [
    ...(random.chance(0.7) ? [job('migrate', 'before')] : []),
    ...(random.chance(0.5) ? [job('check', 'after')] : []),
  ]
}

export function createDeliveriesUser(options: UserOptions, size: DeliveriesSize): User {
  const { random, client } = options
  const wishes: Wishes = new Map()
  const records = new Set<string>()
  const { apply, remove, withRetries } = createRequests(options, wishes)
  const applications = Array.from({ length: size.applications }, (_, index) => `app-${index}`)
  /** The builds of each application that its pipelines have made; those that run at the same time arrive in any order. */
  const builds = new Map<string, number>()
  let delivered = 0
  let hasWaited = false

  /** Writes an object that the control plane may remove once it is old. */
  const say = async (wish: Wish): Promise<void> => {
    records.add(keyOf(wish))
    await withRetries(`${keyOf(wish)} ${JSON.stringify(wish.spec)}`, () => client.apply([wish]))
  }

  const deliver = async (application: string): Promise<void> => {
    const newest = builds.get(application) ?? 0
    const build = random.chance(0.75) ? newest + 1 + random.below(2) : Math.max(1, newest - random.below(4))
    builds.set(application, Math.max(newest, build))
    // The images of a build are always the same. One of six crashes.
    const start = build % 6 === 0 ? 'bad' : ''
    const digest = `sha256:${`${start}${build.toString(16)}`.padEnd(64, '0')}`
    const isForeign = random.chance(0.05)
    const spec = {
      application,
      images: [{ name: image, digest }],
      build,
      ...(isForeign ? { source: 'elsewhere' } : {}),
    }
    await say({ kind: 'Delivery', name: `${application}-${isForeign ? 'x' : 'b'}${build}`, spec })
  }

  /** Returns the number of the revision that is healthy in an environment. */
  const healthyIn = async (application: string, environment: string): Promise<number | undefined> => {
    let healthy: unknown
    await withRetries(`look at ${application}`, async () => {
      const stage = await client.objects.get({
        kind: 'Stage',
        name: shortName(`${application}-${environment}`),
      })
      healthy = stage?.status.outputs['healthy']
    })
    return typeof healthy === 'number' ? healthy : undefined
  }

  const promote = async (application: string): Promise<void> => {
    const revision = await healthyIn(application, 'staging')
    if (revision === undefined) return
    const spec = {
      application,
      environment: 'production',
      revision,
      ...(random.chance(0.3) ? { expiresAt: new Date(Date.now() + random.below(20_000)).toISOString() } : {}),
    }
    await say({ kind: 'Promotion', name: `${application}-p${revision}-${random.below(1000)}`, spec })
  }

  const holdOrRelease = async (application: string): Promise<void> => {
    const held = [...wishes.values()].find(
      ({ kind, spec }) => kind === 'Hold' && spec['application'] === application,
    )
    if (held !== undefined) return remove([held], false)
    const { name: environment } = random.pick(environments)
    const revision = await healthyIn(application, environment)
    if (revision === undefined) return
    const back = Math.max(1, revision - random.below(3))
    await apply({
      kind: 'Hold',
      name: `${application}-hold`,
      spec: {
        application,
        reason: 'it looks wrong',
        ...(random.chance(0.5) ? { environment } : {}),
        ...(random.chance(0.7) ? { revision: back } : {}),
      },
    })
  }

  const changeJobs = async (name: string): Promise<void> => {
    const listed = environments.map(({ name: environment }) => {
      const rollout = isBeside(name) ? rollouts[environment] : undefined
      return { environment, ...(rollout === undefined ? {} : { rollout }) }
    })
    const jobs = jobsOf(random)
    await apply({
      kind: 'Application',
      name,
      spec: { definition: 'app', environments: listed, sources: ['default'], retention: 5, jobs },
    })
  }

  /** The pauses that somebody has made; the control plane removes them when their rollout is over. */
  const pauses: Wish[] = []

  const decide = async (application: string): Promise<void> => {
    const { name: environment } = random.pick(environments)
    let outputs: Record<string, unknown> = {}
    await withRetries(`look at ${application}`, async () => {
      const name = shortName(`${application}-${environment}`)
      outputs = (await client.objects.get({ kind: 'Stage', name }))?.status.outputs ?? {}
    })
    const { revision, attempt, state } = outputs
    if (typeof revision !== 'number' || typeof attempt !== 'number') return
    const isOpen = state === 'RollingOut' || state === 'Paused'
    const action = isOpen ? random.pick(['pause', 'abort', 'abort', 'skip']) : 'retry'
    const wish: Wish = {
      kind: 'RolloutDecision',
      name: `${application}-${environment}-${attempt}-${action}`,
      spec: {
        application,
        environment,
        revision,
        attempt,
        action,
        reason: 'it looks wrong',
        ...(action === 'skip' && random.chance(0.6) ? { jobs: ['migrate', 'check'] } : {}),
      },
    }
    if (action === 'pause') pauses.push(wish)
    await say(wish)
  }

  const exists = async (kind: string, name: string): Promise<boolean> => {
    let found = false
    await withRetries(`look for ${name}`, async () => {
      found = (await client.objects.get({ kind, name })) !== undefined
    })
    return found
  }

  /** Gives an application gateways where it is rolled out beside what runs. */
  const attach = async (application: string): Promise<void> => {
    if (!isBeside(application)) return
    for (const environment of Object.keys(rollouts)) {
      const workloadInstance = shortName(`${application}-${environment}`)
      const isKnown = wishes.has(`GatewayInstance ${workloadInstance}`)
      if (isKnown || !(await exists('WorkloadInstance', workloadInstance))) continue
      const http = [{ port: 80, path: '/', tls: false, httpsRedirect: false }]
      await apply(
        {
          kind: 'GatewayDefinition',
          name: workloadInstance,
          spec: { http, domain: `${workloadInstance}.org` },
        },
        {
          kind: 'GatewayInstance',
          name: workloadInstance,
          spec: { definition: workloadInstance, workloadInstance },
        },
      )
    }
  }

  /** Waits until revisions are healthy, and have gateways, so that the next ones run beside them. */
  const awaitFirst = async (): Promise<void> => {
    for (let looks = 0; looks < 20; looks += 1) {
      await resume()
      for (const each of applications) await attach(each)
      const healthy = await Promise.all(applications.filter(isBeside).map((each) => healthyIn(each, 'dev')))
      if (healthy.every((each) => each !== undefined)) return
      await pause(3000)
    }
  }

  const resume = async (): Promise<void> => {
    const paused = pauses.splice(0)
    for (const each of paused) await remove([each], false)
  }

  return {
    wishes,
    records,
    prepare: async () => {
      await withRetries('create the project', () =>
        client.apply([{ kind: 'Project', name: 'default', spec: {} }]),
      )
      await apply({ kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } })
      await apply({
        kind: 'KubernetesRuntimeInstance',
        name: 'space',
        spec: { definition: 'simulated', defaultRuntime: true },
      })
      for (const location of ['Europe:Paris', 'Asia:Tokyo'])
        await apply({
          kind: 'KubernetesRuntimeInstance',
          name: location === 'Asia:Tokyo' ? 'tokyo' : 'paris',
          spec: { definition: 'simulated', location },
        })
      await apply(definition, ...environments)
      for (const name of applications) await changeJobs(name)
    },
    act: async () => {
      const share = Math.ceil(size.deliveries / rounds)
      for (let index = 0; index < share && delivered < size.deliveries; index++) {
        const application = random.pick(applications)
        delivered += 1
        await deliver(application)
        if (random.chance(0.2)) await promote(application)
        if (random.chance(0.1)) await holdOrRelease(application)
        if (random.chance(0.1)) await changeJobs(application)
        if (random.chance(0.3)) await decide(application)
        if (random.chance(0.3)) await resume()
      }
      for (const each of applications) await attach(each)
      if (!hasWaited && delivered >= size.deliveries / 2) {
        hasWaited = true
        await awaitFirst()
      }
    },
    tearDown: async () => {
      for (const wish of [...wishes.values()].filter(({ kind }) => kind === 'Hold'))
        await remove([wish], false)
    },
    resume,
  }
}
