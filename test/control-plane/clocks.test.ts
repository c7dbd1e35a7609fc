import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { delivery, digest, shopDefinition } from '../support/applications-delivered.ts'
import { eventually } from '../support/eventually.ts'
import { startPlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const minutes = 60_000

it('a rollout settles in time while the clock of its worker is set wrong and right again', async () => {
  const clocks = await temporaryFolder()
  const { plane, stop } = await startPlaneWithRuntime({
    ownProcesses: true,
    env: { QLEET_TEST_CLOCKS: clocks },
    execArgv: ['--import', new URL('../support/stepped-clock.mjs', import.meta.url).href],
  })
  const { client, workers } = plane
  const stage = { kind: 'Stage', name: 'shop-staging' }
  const look = async () => {
    const found = await client.objects.get(stage)
    return {
      message: found?.status.cause?.message,
      outputs: found?.status.outputs as Record<string, unknown>,
    }
  }
  try {
    await client.apply([
      { kind: 'Environment', name: 'staging', spec: { settle: 4, deadline: 300 } },
      shopDefinition('shop'),
      {
        kind: 'Application',
        name: 'shop',
        spec: { definition: 'shop', environments: [{ environment: 'staging' }] },
      },
    ])
    await plane.ready('Application', 'shop')
    // The definition is the first revision.
    for (const [index, wrong] of [10 * minutes, -10 * minutes].entries()) {
      const build = index + 1
      await client.apply([
        delivery('shop', build, '', {
          images: [{ name: 'example.com/shop', digest: digest(`a${build}`) }],
        }),
      ])
      await eventually(async () => (await look()).message?.endsWith('is ready and settles.') ?? undefined)
      for (const { pid } of workers) await writeFile(join(clocks, String(pid)), String(wrong))
      const { outputs } = await eventually(async () => {
        await client.objects.reconcile(stage)
        const { outputs } = await look()
        return outputs['healthy'] === build + 1 && outputs['state'] === 'Healthy' ? { outputs } : undefined
      })
      const healthyFor = Date.now() - Date.parse(String(outputs['since']))
      expect(Math.abs(healthyFor)).toBeLessThan(5 * minutes)
    }
  } finally {
    await stop()
  }
}, 180_000)
