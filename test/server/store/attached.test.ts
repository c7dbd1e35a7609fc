import { beforeAll, describe, expect, it } from 'vitest'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { defaultRuntime, definition, testStore, write } from '../../support/store.ts'

const test = testStore([
  ...defaultRuntime,
  definition('app'),
  { kind: 'SecretDefinition', name: 'shared', spec: { data: { a: 'x' } } },
  { kind: 'GatewayDefinition', name: 'shop', spec: { http: [{ port: 80 }] } },
  { kind: 'DomainNameDefinition', name: 'shop', spec: { domain: 'shop.example.com' } },
  {
    kind: 'WorkloadInstance',
    name: 'placing',
    spec: { definition: 'app', placement: { location: 'Local' } },
  },
  {
    kind: 'WorkloadInstance',
    name: 'divided',
    spec: { definition: 'app', placement: { locations: ['Europe:Frankfurt', 'Asia:Tokyo'] } },
  },
])
beforeAll(() => storeBuiltIns(test.store))

const inRuntime = [
  { kind: 'GatewayInstance', spec: { definition: 'shop' } },
  { kind: 'DomainNameInstance', spec: { definition: 'shop' } },
  { kind: 'SecretInstance', spec: { definition: 'shared' } },
]
const dependency = { kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'rpc.example.com' } }

describe('an object of an application', () => {
  it.each(inRuntime)('$kind is refused until the application is placed', async ({ kind, spec }) => {
    const object = { kind, name: 'early', spec: { ...spec, workloadInstance: 'placing' } }
    await expect(test.store.create(object, write)).rejects.toMatchObject({
      details: {
        fields: [
          {
            path: 'spec.workloadInstance',
            message: expect.stringContaining('is not placed yet') as string,
            remedy: expect.stringContaining('Wait until') as string,
          },
        ],
      },
    })
  })

  it.each([...inRuntime, dependency])(
    '$kind is refused for several locations, with their instances',
    async ({ kind, spec }) => {
      const object = { kind, name: 'several', spec: { ...spec, workloadInstance: 'divided' } }
      await expect(test.store.create(object, write)).rejects.toMatchObject({
        details: {
          fields: [
            {
              path: 'spec.workloadInstance',
              message: expect.stringContaining('several locations') as string,
              remedy:
                'Use the instance of one of them, Europe:Frankfurt or Asia:Tokyo. See: qleetctl describe workload divided',
            },
          ],
        },
      })
    },
  )

  it('accepts a dependency before the application is placed', async () => {
    const object = { ...dependency, name: 'early', spec: { ...dependency.spec, workloadInstance: 'placing' } }
    expect((await test.store.create(object, write)).spec).toMatchObject({ workloadInstance: 'placing' })
  })
})
