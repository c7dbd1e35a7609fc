import { describe, expect, it } from 'vitest'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import type { Environment } from '../../../workers/environment.ts'
import { ModuleFailure } from '../../../workers/modules/module-probe.ts'
import { ModuleApi } from '../../../workers/reconcilers/module.ts'

/* What is checked is tested in test/workers/modules/, and with a module of its own in test/cli/modules-guide.test.ts. */

const context = {
  object: { name: 'wordpress', manifestSpec: { endpoint: 'http://127.0.0.1:1' }, status: { outputs: {} } },
  signal: new AbortController().signal,
} as unknown as ReconcileContext

function checkedWith(check: () => Promise<unknown>): Environment {
  return { modules: { check } } as unknown as Environment
}

describe('a ModuleApi', () => {
  it('is ready with what its API server says of itself, and is checked again', async () => {
    const kinds = [{ kind: 'Site', plural: 'sites' }]
    const environment = checkedWith(async () => ({ latency: 3, description: { kinds, version: '1.2.0' } }))
    expect(await ModuleApi.ensure(context, environment)).toMatchObject({
      outcome: 'done',
      message: 'Its API server responds, with the kinds Site.',
      outputs: { kinds, version: '1.2.0' },
      recheckAfter: expect.any(Number) as number,
    })
  })

  it('passes a failure of the check on, and no other error', async () => {
    const failure = new ModuleFailure('ModuleUnreachable', 'Module wordpress does not respond.', true)
    const failing = checkedWith(() => Promise.reject(failure))
    expect(await ModuleApi.ensure(context, failing)).toMatchObject({
      outcome: 'failed',
      cause: { message: 'Module wordpress does not respond.', unreachable: true },
    })
    const broken = checkedWith(() => Promise.reject(new TypeError('a bug')))
    await expect(ModuleApi.ensure(context, broken)).rejects.toThrow('a bug')
  })
})
