import { describe, expect, it } from 'vitest'
import { parseManifests } from '../../../../schema/manifests.ts'
import type { Discovery } from '../../../../workers/kube/client/discovery.ts'
import { prepareResources } from '../../../../workers/kube/client/resource.ts'

const owner = { id: '7', kind: 'WorkloadInstance', project: 'default', name: 'shop', controlPlane: 'test' }
const discovery = {
  find: async (apiVersion: string, kind: string) => ({
    group: apiVersion.split('/').at(-2) ?? '',
    version: apiVersion.split('/').at(-1) ?? '',
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: true,
  }),
} as Discovery

async function prepared(text: string) {
  const { desired } = await prepareResources({
    manifests: parseManifests(text).manifests,
    namespace: 'shop',
    owner,
    discovery,
  })
  return desired.map(({ manifest }) => manifest)
}

describe('what is applied of a Secret', () => {
  it('is data, so that the values of stringData have the manager and the life of all others', async () => {
    const [secret] = await prepared(`apiVersion: v1
kind: Secret
metadata: {name: s}
data: {a: b25l, b: dHdv}
stringData: {b: three, c: ''}`)
    expect(secret).not.toHaveProperty('stringData')
    expect(secret?.['data']).toEqual({ a: 'b25l', b: 'dGhyZWU=', c: '' })
  })

  it('is what it says if the API server refuses it', async () => {
    const [secret] = await prepared('apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: 1}')
    expect(secret?.['stringData']).toEqual({ a: 1 })
  })
})

it('a Job does not delete itself, since it would run again', async () => {
  const [job] = await prepared(
    'apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {ttlSecondsAfterFinished: 3, backoffLimit: 1}',
  )
  expect(job?.['spec']).not.toHaveProperty('ttlSecondsAfterFinished')
  expect(job?.['spec']).toHaveProperty('backoffLimit', 1)
})

describe('environment variables that a container has twice', () => {
  const podOf = (env: string): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: c, env: ${env}}]}}}`
  const applied = async (env: string): Promise<unknown> => {
    const [deployment] = await prepared(podOf(env))
    return deployment?.['spec']
  }

  it('are applied once, with the last value, which is what takes effect in the cluster', async () => {
    const env = '[{name: A, value: old}, {name: B, value: b}, {name: A, value: new}]'
    expect(await applied(env)).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              env: [
                { name: 'B', value: 'b' },
                { name: 'A', value: 'new' },
              ],
            },
          ],
        },
      },
    })
  })

  it.each([
    '[{name: A, value: a}, {name: B, value: $(A)}, {name: A, value: b}]',
    '[{name: A, value: a}, {name: A, value: $(A)b}]',
    '[{name: A, value: a}, {value: a}, {value: a}]',
  ])('stay if a value refers to the first, or there is none of the name: %s', async (env) => {
    const [deployment] = parseManifests(podOf(env)).manifests
    expect(await applied(env)).toMatchObject(deployment?.['spec'] as object)
  })
})

it('a resource that is declared with its namespace and without is refused by name', async () => {
  const one = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}'
  const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}'
  await expect(prepared(`${one}\n---\n${other}`)).rejects.toMatchObject({
    code: 'BLOCKED',
    message:
      'ConfigMap shop/a is declared twice, with its namespace and without; keep one of them in the definition',
  })
})
