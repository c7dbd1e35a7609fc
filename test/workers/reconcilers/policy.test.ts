import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { definition } from '../../support/store.ts'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
})
afterAll(() => plane?.stop())

const policy = {
  kind: 'Policy',
  name: 'names',
  spec: {
    kinds: ['WorkloadDefinition'],
    rules: [{ name: 'r', expression: 'object.name != "old"', message: 'is old', remedy: 'Rename it.' }],
  },
}

function exception(expiresAt: string) {
  const objects = [{ name: 'old' }]
  return {
    kind: 'PolicyException',
    name: 'legacy',
    spec: { policy: 'names', objects, owner: 'payments', reason: 'It moves.', expiresAt },
  }
}

it('reports that an exception has expired, which has no effect from its time on', async () => {
  await plane.client.apply([policy, exception('2099-01-01T00:00:00Z')])
  expect(await plane.ready('PolicyException', 'legacy')).toMatchObject({
    status: { outputs: { state: 'Active' } },
  })
  await plane.client.apply([definition('old')], { dryRun: true })
  const expiresAt = new Date(Date.now() + 1500).toISOString()
  await plane.client.apply([exception(expiresAt)])
  await eventually(async () => {
    const { status } = await plane.ready('PolicyException', 'legacy')
    return (status.outputs as { state?: string }).state === 'Expired'
  })
  await expect(plane.client.apply([definition('old')], { dryRun: true })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: {
      fields: [
        {
          path: 'documents[0].spec',
          remedy: `Rename it. Exception "legacy" of payments expired on ${expiresAt}.`,
        },
      ],
    },
  })
})

it('reports the rules of an exception that its policy no longer has', async () => {
  const rules = ['r', 's'].map((name) => ({ ...policy.spec.rules[0], name }))
  const shrinking = (left: typeof rules) => ({
    ...policy,
    name: 'shrinking',
    spec: { ...policy.spec, rules: left },
  })
  const given = exception('2099-01-01T00:00:00Z')
  const partial = {
    ...given,
    name: 'partial',
    spec: { ...given.spec, policy: 'shrinking', rules: ['r', 's'] },
  }
  const whole = { ...partial, name: 'whole', spec: { ...partial.spec, rules: ['s'] } }
  await plane.client.apply([shrinking(rules), partial, whole])
  await plane.ready('PolicyException', 'whole')
  await plane.client.apply([shrinking(rules.slice(0, 1))])
  const messageOf = async (name: string, expected: string) => {
    const { status } = await plane.until('PolicyException', name, (object) =>
      JSON.stringify(object.status).includes(expected),
    )
    return JSON.stringify(status)
  }
  expect(await messageOf('whole', 'Has no effect')).toContain('policy shrinking no longer has rule s.')
  expect(await messageOf('partial', 'other rules')).toContain('policy shrinking no longer has rule s.')
})
