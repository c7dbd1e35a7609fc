import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Application } from '../../../schema/kinds/application.ts'
import { delivery, digest, shopDefinition } from '../../support/applications-delivered.ts'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
    { kind: 'Environment', name: 'production', spec: { settle: 0, policy: 'approval' } },
    shopDefinition('shop'),
    {
      kind: 'Application',
      name: 'shop',
      spec: {
        definition: 'shop',
        environments: [{ environment: 'staging' }, { environment: 'production' }],
      },
    },
  ])
})
afterAll(() => started?.stop())

type Outputs = z.infer<(typeof Application)['outputs']>

async function outputsOf(kind: string, name: string): Promise<Record<string, unknown>> {
  const object = await started.plane.client.objects.get({ kind, name })
  return object?.status.outputs as Record<string, unknown>
}

async function applicationOf(name = 'shop'): Promise<Outputs> {
  return (await outputsOf('Application', name)) as unknown as Outputs
}

function stage(outputs: Outputs, environment: string) {
  return outputs.environments?.find((each) => each.environment === environment)
}

async function inState(name: string, state: string) {
  return eventually(async () => {
    const outputs = await outputsOf('Delivery', name)
    return outputs['state'] === state ? outputs : undefined
  })
}

async function imageIn(environment: string): Promise<string | undefined> {
  const { namespace } = await outputsOf('WorkloadInstance', `shop-${environment}`)
  const path = `/apis/apps/v1/namespaces/${String(namespace)}/deployments/web`
  const object = (await started.cluster.get(path)) as unknown as
    | {
        spec: { template: { spec: { containers: { image: string }[] } } }
      }
    | undefined
  return object?.spec.template.spec.containers[0]?.image
}

describe('an Application', () => {
  it('runs its definition in the first environment before the first delivery', async () => {
    const outputs = await eventually(async () => {
      const found = await applicationOf()
      return stage(found, 'staging')?.state === 'Healthy' ? found : undefined
    })
    expect(stage(outputs, 'staging')).toMatchObject({ revision: 1, healthy: 1 })
    expect(stage(outputs, 'production')).toEqual({
      environment: 'production',
      state: 'Empty',
      waiting: 'Revision 1 waits for its promotion to production.',
      needsApproval: true,
    })
    expect(await imageIn('staging')).toBe('example.com/shop:1.0')
  })

  it('rolls a build out to the first environment, and to others once it is promoted', async () => {
    await started.plane.client.apply([delivery('shop', 1, 'a1')])
    expect(await inState('shop-1', 'Healthy')).toEqual({ state: 'Healthy', revision: 2 })
    expect(await imageIn('staging')).toBe(`example.com/shop@${digest('a1')}`)
    expect(stage(await applicationOf(), 'production')).toMatchObject({ state: 'Empty' })
    await started.plane.client.apply([
      {
        kind: 'Promotion',
        name: 'shop-production-2',
        spec: { application: 'shop', environment: 'production', revision: 2 },
      },
    ])
    await eventually(async () => stage(await applicationOf(), 'production')?.state === 'Healthy' || undefined)
    expect(await imageIn('production')).toBe(`example.com/shop@${digest('a1')}`)
  })

  it('never replaces a newer build by an older one, and refuses a second source', async () => {
    await started.plane.client.apply([delivery('shop', 5, 'a5')])
    await inState('shop-5', 'Healthy')
    await started.plane.client.apply([
      delivery('shop', 4, 'a4'),
      delivery('shop', 6, 'a6', { source: 'fork' }),
    ])
    expect(await inState('shop-4', 'Superseded')).toMatchObject({ message: 'Build 5 of default is newer.' })
    const { message } = await inState('shop-6', 'Rejected')
    expect(message).toContain('Builds of source "fork" are not accepted, only of "default".')
    expect(await imageIn('staging')).toBe(`example.com/shop@${digest('a5')}`)
  })

  it('restores the last healthy revision when a build fails, and tells why', async () => {
    await started.plane.client.apply([
      { kind: 'Environment', name: 'staging', spec: { settle: 2, deadline: 4 } },
      delivery('shop', 7, 'bad7'),
    ])
    const { message } = await inState('shop-7', 'RolledBack')
    expect(message).toMatch(/^staging: It was not ready within 4 seconds: .*web/)
    // A delivery ends no earlier than the rollback.
    expect(await outputsOf('Stage', 'shop-staging')).toMatchObject({
      state: 'RolledBack',
      revision: 4,
      healthy: 3,
      failed: 4,
    })
    expect(await imageIn('staging')).toBe(`example.com/shop@${digest('a5')}`)
  })

  it('does not roll a revision that has failed out again after a hold, unless a retry names it', async () => {
    const { client } = started.plane
    const spec = { application: 'shop', environment: 'staging', revision: 2, reason: 'an incident' }
    await client.apply([{ kind: 'Hold', name: 'shop', spec }])
    const inStaging = async (image: string) =>
      eventually(async () => (await imageIn('staging')) === `example.com/shop@${digest(image)}` || undefined)
    await inStaging('a1')
    await client.objects.delete([{ kind: 'Hold', name: 'shop' }])
    await inStaging('a5')
    expect(stage(await applicationOf(), 'staging')?.waiting).toMatch(
      /^Revision 4 has failed in staging, and is not rolled out again by itself: It was not ready within 4 seconds/,
    )
    const { attempt } = await eventually(async () => {
      const found = await outputsOf('Stage', 'shop-staging')
      return found['state'] === 'Healthy' && found['revision'] === 3 ? found : undefined
    })
    const retry = {
      application: 'shop',
      environment: 'staging',
      revision: 4,
      attempt,
      action: 'retry',
      reason: 'x',
    }
    await client.apply([{ kind: 'RolloutDecision', name: 'again', spec: retry }])
    await eventually(async () => (await outputsOf('Stage', 'shop-staging'))['revision'] === 4 || undefined)
    await eventually(async () => {
      const found = await outputsOf('Stage', 'shop-staging')
      return (found['state'] === 'RolledBack' && found['revision'] === 4) || undefined
    })
    await inState('shop-7', 'RolledBack')
  })

  it('records deliveries while it is held, and rolls out the newest once the hold is gone', async () => {
    await started.plane.client.apply([
      { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
      {
        kind: 'Hold',
        name: 'shop',
        spec: {
          application: 'shop',
          environment: 'staging',
          revision: 2,
          reason: 'payments are wrong',
          owner: 'ann',
        },
      },
    ])
    await eventually(
      async () => (await imageIn('staging')) === `example.com/shop@${digest('a1')}` || undefined,
    )
    await started.plane.client.apply([delivery('shop', 8, 'a8')])
    const waiting = await inState('shop-8', 'Waiting')
    expect(waiting['message']).toBe('Held by ann: payments are wrong')
    await started.plane.client.objects.delete([{ kind: 'Hold', name: 'shop' }])
    await inState('shop-8', 'Healthy')
    expect(await imageIn('staging')).toBe(`example.com/shop@${digest('a8')}`)
  })

  it('makes a revision of a changed definition, with the images that it has', async () => {
    const before = (await applicationOf()).revision ?? 0
    await started.plane.client.apply([shopDefinition('shop', 'goodbye')])
    const outputs = await eventually(async () => {
      const found = await applicationOf()
      return stage(found, 'staging')?.healthy === before + 1 ? found : undefined
    })
    expect(outputs.revision).toBe(before + 1)
    expect(await imageIn('staging')).toBe(`example.com/shop@${digest('a8')}`)
  })

  it('refuses a delivery whose image the definition does not have where it arrives, and goes on with what it has', async () => {
    const { client } = started.plane
    const images = [
      { name: 'example.com/shop', digest: digest('a9') },
      { name: 'example.com/other', digest: digest('a9') },
    ]
    const wrong = delivery('shop', 9, 'a9', { images })
    const message =
      'documents[0].spec.images[1].name: must be an image of WorkloadDefinition "shop" (example.com/shop), got "example.com/other". ' +
      'Correct it, or add the image to the definition first.'
    await expect(client.apply([wrong])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message,
    })
    const input = { name: wrong.name, ...wrong.spec }
    await expect(client.deliveries.create({ input })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await client.apply([delivery('shop', 10, 'a10')])
    await inState('shop-10', 'Healthy')
  })

  it('is deleted with everything that it has', async () => {
    await started.plane.client.objects.delete([{ kind: 'Application', name: 'shop' }])
    const kinds = [
      'Application',
      'Stage',
      'Delivery',
      'Promotion',
      'ApplicationRevision',
      'WorkloadInstance',
    ] as const
    const left = await eventually(async () => {
      const found: string[] = []
      for (const kind of kinds)
        for await (const { name } of started.plane.client.objects.list(kind)) found.push(`${kind} ${name}`)
      return found.length === 0 ? found : undefined
    })
    expect(left).toEqual([])
  })
})
