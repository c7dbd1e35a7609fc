import { beforeAll, expect, it } from 'vitest'
import { isPlatformError } from '../../../schema/errors.ts'
import { testStore, write } from '../../support/store.ts'

const test = testStore()

function promotion(name: string, spec: object = {}) {
  return {
    kind: 'Promotion',
    name,
    project: 'default',
    spec: { application: 'shop', environment: 'live', revision: 1, ...spec },
  }
}

beforeAll(async () => {
  await test.store.apply(
    [
      { kind: 'Environment', name: 'live', spec: { policy: 'approval', approvals: 2 } },
      {
        kind: 'WorkloadDefinition',
        name: 'shop',
        spec: { yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' },
      },
      {
        kind: 'Application',
        name: 'shop',
        spec: { definition: 'shop', environments: [{ environment: 'live' }] },
      },
    ],
    write,
  )
})

it('records who has created an object, whoever applies it again', async () => {
  const { spec } = await test.store.create(promotion('first'), { actor: 'ann' })
  expect(spec).toMatchObject({ approver: 'ann' })
  const again = await test.store.apply([promotion('first'), promotion('second')], { actor: 'bob' })
  expect(again.map(({ object, result }) => [object.spec, result])).toMatchObject([
    [{ approver: 'ann' }, 'unchanged'],
    [{ approver: 'bob' }, 'created'],
  ])
})

it('refuses the name of somebody else, when an object is created and later', async () => {
  const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => (isPlatformError(error) ? error.details.fields : error),
    )
  expect(
    await errorOf(test.store.create(promotion('third', { approver: 'ann' }), { actor: 'bob' })),
  ).toMatchObject([
    {
      path: 'spec.approver',
      message: 'must be "bob", whose token creates the object, not "ann"',
      remedy: 'Leave it out: the control plane records it.',
    },
  ])
  expect(
    await errorOf(test.store.apply([promotion('first', { approver: 'bob' })], { actor: 'bob' })),
  ).toMatchObject([{ path: 'documents[0].spec.approver', code: 'IMMUTABLE' }])
})
