import { describe, expect, it } from 'vitest'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import { envtest } from '../../../workers/runtimes/envtest.ts'
import type { ProviderSettings, SimulatorAccess } from '../../../workers/runtimes/provider.ts'

type Sent = Parameters<NonNullable<SimulatorAccess['request']>>

/** Settings with a simulator that gives one response. */
function simulatorThat(statusCode: number, body: object): { settings: ProviderSettings; sent: Sent[] } {
  const sent: Sent[] = []
  const request: SimulatorAccess['request'] = async (...call) => {
    sent.push(call)
    return { statusCode, body: { text: async () => JSON.stringify(body) } }
  }
  return { settings: { simulator: { url: 'http://simulator', token: 't', request } }, sent }
}

function context(controllers?: string): ReconcileContext {
  const manifestSpec = { provider: 'envtest', ...(controllers === undefined ? {} : { controllers }) }
  const object = {
    kind: 'KubernetesRuntimeInstance',
    __typename: 'KubernetesRuntimeInstance',
    name: 'real',
    projectName: 'shop',
    definition: { manifestSpec },
  }
  // The provider reads only these fields.
  return {
    object,
    assertHeld: () => undefined,
    signal: AbortSignal.timeout(5000),
  } as unknown as ReconcileContext
}

describe('provider envtest', () => {
  it('requests a cluster with the controllers of the definition', async () => {
    const { settings, sent } = simulatorThat(200, { kubeconfig: 'k' })
    expect(await envtest.ensure(context('none'), settings)).toEqual({ kubeconfig: 'k' })
    expect(sent).toMatchObject([
      ['http://simulator/clusters/shop.real', { method: 'PUT', body: '{"controllers":"none"}' }],
    ])
  })

  it('waits while the programs start or stop', async () => {
    const { settings } = simulatorThat(202, { message: 'The API server is starting.' })
    expect(await envtest.ensure(context(), settings)).toEqual({
      reason: 'Starting',
      message: 'The API server is starting.',
    })
    expect(await envtest.remove(context(), settings)).toMatchObject({ reason: 'Deleting' })
  })

  it('is blocked by what somebody has to change, and unreachable while a program is down', async () => {
    const missing = { reason: 'ProgramMissing', error: '/a/etcd does not exist.' }
    await expect(envtest.ensure(context(), simulatorThat(409, missing).settings)).rejects.toMatchObject({
      reason: 'ProgramMissing',
      message: '/a/etcd does not exist.',
    })
    const down = { error: 'etcd exited with SIGKILL, and is started again.' }
    await expect(envtest.ensure(context(), simulatorThat(503, down).settings)).rejects.toMatchObject({
      failure: 'unreachable',
      message: expect.stringContaining('etcd exited with SIGKILL'),
    })
  })

  it('is gone once the simulator does not know the cluster', async () => {
    expect(await envtest.remove(context(), simulatorThat(404, {}).settings)).toBe('gone')
  })
})
