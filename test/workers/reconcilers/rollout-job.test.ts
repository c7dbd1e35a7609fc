import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delivery, digest, shopDefinition } from '../../support/applications-delivered.ts'
import { eventually } from '../../support/eventually.ts'
import { cliOf } from '../../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

/* Jobs before and after rollouts, and what people decide about rollouts, on a control plane with a simulated cluster. */

const migrate = { name: 'migrate', when: 'before', image: 'example.com/shop', command: ['migrate'] }
const check = { name: 'check', when: 'after', image: 'example.com/simulate/complete:1' }
/** A job that ends with an error. */
const broken = { name: 'check', when: 'after', image: 'example.com/simulate/exit-1:1' }

let started: PlaneWithRuntime
const cli = cliOf(() => started.plane)
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    { kind: 'Environment', name: 'staging', spec: { settle: 0, deadline: 20 } },
    shopDefinition('shop'),
    application([migrate, check]),
  ])
})
afterAll(() => started?.stop())

function application(jobs: object[]) {
  return {
    kind: 'Application',
    name: 'shop',
    spec: { definition: 'shop', environments: [{ environment: 'staging' }], jobs },
  }
}

async function outputsOf(kind: string, name: string): Promise<Record<string, unknown>> {
  const object = await started.plane.client.objects.get({ kind, name })
  return object?.status.outputs ?? {}
}

function inState(kind: string, name: string, state: string, revision?: number) {
  return eventually(async () => {
    const outputs = await outputsOf(kind, name)
    const isThere = outputs['state'] === state && (revision ?? outputs['revision']) === outputs['revision']
    return isThere ? outputs : undefined
  })
}

interface KubernetesJob {
  metadata: { name: string; uid: string }
  spec: { template: { spec: { containers: { image: string; command?: string[] }[] } } }
}

async function jobsInCluster(): Promise<KubernetesJob[]> {
  const { namespace } = await outputsOf('WorkloadInstance', 'shop-staging')
  const list = await started.cluster.get(`/apis/batch/v1/namespaces/${String(namespace)}/jobs`)
  return (list as unknown as { items: KubernetesJob[] }).items
}

async function imageInCluster(): Promise<string | undefined> {
  const { namespace } = await outputsOf('WorkloadInstance', 'shop-staging')
  const object = await started.cluster.get(`/apis/apps/v1/namespaces/${String(namespace)}/deployments/web`)
  return (object as unknown as KubernetesJob | undefined)?.spec.template.spec.containers[0]?.image
}

describe('the jobs of a rollout', () => {
  it('run before and after the first revision, in the namespace of the workload', async () => {
    const { jobs } = await inState('Stage', 'shop-staging', 'Healthy')
    expect(jobs).toMatchObject([
      { name: 'migrate', when: 'before', revision: 1, state: 'Succeeded', exitCode: 0 },
      { name: 'check', when: 'after', revision: 1, state: 'Succeeded', exitCode: 0 },
    ])
    const containers = (await jobsInCluster()).map(({ spec }) => spec.template.spec.containers[0])
    expect(containers).toContainEqual(
      expect.objectContaining({ image: 'example.com/shop:1.0', command: ['migrate'] }),
    )
  })

  it('have the images of the build, and run once in its rollout', async () => {
    await started.plane.client.apply([delivery('shop', 1, 'a1')])
    await inState('Delivery', 'shop-1', 'Healthy')
    const jobs = await jobsInCluster()
    expect(jobs.map(({ metadata }) => metadata.name.replace(/-[0-9a-f]{10}$/, '')).toSorted()).toEqual([
      'check-r2-2',
      'migrate-r2-2',
    ])
    const images = jobs.map(({ spec }) => spec.template.spec.containers[0]?.image)
    expect(images).toContain(`example.com/shop@${digest('a1')}`)
  })

  it('fail a build before it replaces the one that runs, with exit code and output', async () => {
    await started.plane.client.apply([delivery('shop', 2, 'bad2')])
    const { message } = await inState('Delivery', 'shop-2', 'RolledBack')
    expect(message).toMatch(
      /^staging: Job migrate, which runs before the rollout, failed: It ended with exit code 1: simulated line 0 of shop-staging-\S+\/migrate$/,
    )
    expect(await imageInCluster()).toBe(`example.com/shop@${digest('a1')}`)
    const { rollouts } = await inState('Stage', 'shop-staging', 'RolledBack')
    expect(rollouts).toMatchObject([
      { revision: 3, state: 'RolledBack', jobs: [{ name: 'migrate', state: 'Failed', exitCode: 1 }] },
      { revision: 2, state: 'Healthy' },
      { revision: 1, state: 'Healthy' },
    ])
  })

  it('make a revision when they change; one that fails after the rollout restores the one before', async () => {
    await started.plane.client.apply([application([broken])])
    await started.plane.client.apply([delivery('shop', 3, 'a3')])
    const { message } = await inState('Delivery', 'shop-3', 'RolledBack')
    expect(message).toContain(
      'staging: Job check, which runs after the rollout, failed: It ended with exit code 1',
    )
    await inState('Stage', 'shop-staging', 'RolledBack')
    expect(await imageInCluster()).toBe(`example.com/shop@${digest('a1')}`)
  })

  it('can be skipped when the rollout is tried again', async () => {
    const tried = await run(['rollout', 'retry', 'shop', ...inStaging, '--job', 'check', '--wait'])
    expect(tried.stdout).toMatch(/^rollout-decision\/shop-staging-\d+-retry-check created\n/)
    await inState('Delivery', 'shop-3', 'Healthy')
    const { jobs } = await inState('Stage', 'shop-staging', 'Healthy')
    expect(jobs).toMatchObject([{ name: 'check', state: 'Skipped' }])
    expect(await imageInCluster()).toBe(`example.com/shop@${digest('a3')}`)
  })
})

const inStaging = ['--environment', 'staging']
const why = ['--reason', 'a test', '--owner', 'ann']

async function run(command: readonly string[], exit = 0) {
  const result = await cli(command)
  expect(result.exit, `${command.join(' ')}: ${result.stderr}`).toBe(exit)
  return result
}

describe('a rollout', () => {
  it('stays where it is while it is paused, and waits with what is newer', async () => {
    const wait = { name: 'wait', when: 'after', image: 'example.com/simulate/keep-running:1' }
    await started.plane.client.apply([application([wait])])
    await eventually(async () => {
      const { state, jobs } = await outputsOf('Stage', 'shop-staging')
      const [job] = (jobs ?? []) as { name: string }[]
      return (state === 'RollingOut' && job?.name === 'wait') || undefined
    })
    await run(['rollout', 'pause', 'application/shop', ...inStaging, ...why])
    await inState('Stage', 'shop-staging', 'Paused')
    await started.plane.client.apply([delivery('shop', 4, 'a4')])
    expect(await inState('Delivery', 'shop-4', 'Waiting')).toMatchObject({ message: 'Paused by ann: a test' })
  })

  it('is aborted with the reason, which stops its jobs and restores the last healthy revision', async () => {
    const { revision } = await outputsOf('Stage', 'shop-staging')
    await run(['rollout', 'abort', 'shop', ...inStaging, ...why])
    const rollouts = await eventually(async () => {
      const { rollouts: found } = await outputsOf('Stage', 'shop-staging')
      const all = found as { revision: number; state: string }[]
      return all.find((each) => each.revision === revision)?.state === 'RollingOut' ? undefined : all
    })
    expect(rollouts.find((each) => each.revision === revision)).toMatchObject({
      cause: 'Aborted by ann: a test',
      jobs: [{ name: 'wait', state: 'Failed', message: 'It was stopped.' }],
    })
  })

  it('goes on without a job that is skipped', async () => {
    await eventually(async () => {
      const { state, jobs } = await outputsOf('Stage', 'shop-staging')
      const [job] = (jobs ?? []) as { name: string }[]
      return (state === 'RollingOut' && job?.name === 'wait') || undefined
    })
    await run(['rollout', 'skip', 'shop', ...inStaging, '--job', 'wait', '--reason', 'a test'])
    await inState('Delivery', 'shop-4', 'Healthy')
    const shown = await run(['rollouts', 'shop', '--last', '1'])
    expect(shown.stdout).toMatch(/ staging +\d+ +Healthy .* wait Skipped/)
  })

  it.each<[string, number, string[]]>([
    ['is Healthy in staging: no rollout is in progress', 5, ['abort', 'shop', ...inStaging, '--reason', 'x']],
    ['only a revision that has failed can be tried again', 5, ['retry', 'shop', ...inStaging]],
    ['application/shop is not paused in staging', 4, ['resume', 'application/shop', ...inStaging]],
    ['no environment "moon"', 4, ['retry', 'shop', '--environment', 'moon']],
    ['Name one application', 2, ['pause', 'environment/staging', ...inStaging, '--reason', 'x']],
    ['--reason is missing', 2, ['pause', 'application/shop', ...inStaging]],
  ])('is not decided about if %s', async (message, exit, command) => {
    expect((await run(['rollout', ...command], exit)).stderr).toContain(message)
  })
})
