import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

function files(upstreamHost: string, more = ''): string {
  return `apiVersion: qleet.io/v1
kind: WorkloadDefinition
metadata: {name: shop}
spec:
  yamlDocument: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
  dependencies:
    - name: node
      kind: Workload
      spec:
        yamlDocument: |
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: node}
        dependencies:
          - { name: rates, kind: WorkloadServiceDependency, spec: { upstreamHost: ${upstreamHost} } }
${more}---
apiVersion: qleet.io/v1
kind: WorkloadInstance
metadata: {name: shop}
spec: {definition: shop}
`
}

function lines(stdout: string): string[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().replaceAll(/(?<=\S) {2,}/g, '  '))
}

describe('plan', () => {
  it('lists what an application and its dependencies would get, down to the dependencies of these', async () => {
    const { exit, stdout } = await cli(['plan', '-f', '-'], { stdin: files('a.example.com') })
    expect(exit).toBe(0)
    expect(lines(stdout)).toEqual([
      'OBJECT  ACTION  RUNTIME  DEPENDENCY  CHANGES',
      'workload-definition/shop  create',
      'workload-instance/shop  create  space',
      '├─ workload-definition/shop-node  create  node',
      '└─ workload-instance/shop-node  create  space  node',
      '   └─ workload-service-dependency/shop-node-rates  create  space  rates',
      '      └─ support-service-instance/forward-proxy-space  create  space',
      '',
      'Plan: 6 to create, 0 to update, 0 to delete.',
    ])
    expect(await started.plane.client.workloadInstances.get({ name: 'shop' })).toBeUndefined()
  })

  it('shows an application once whose project is new as well', async () => {
    const project = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: new}\nspec: {}\n---\n'
    const stdin = `${project}${files('a.example.com')}`
      .replaceAll('{name: shop}', '{name: shop, project: new}')
      .replace('{definition: shop}', '{definition: shop, runtime: default/space}')
    const { stdout } = await cli(['plan', '-f', '-', '-o', 'json'], { stdin })
    const { objects, dependencies } = JSON.parse(stdout)
    expect(objects).toMatchObject([
      { kind: 'Project', project: null },
      { kind: 'WorkloadDefinition', project: 'new' },
      { kind: 'WorkloadInstance', project: 'new' },
    ])
    expect(dependencies[0]).toMatchObject({ owner: { project: 'new' } })
    const shown = lines((await cli(['plan', '-f', '-'], { stdin })).stdout)
    expect(shown.filter((line) => line.startsWith('workload-instance/shop '))).toHaveLength(1)
  })

  it('is what apply then does', async () => {
    await cli(['apply', '-f', '-'], { stdin: files('a.example.com') })
    await started.plane.ready('WorkloadInstance', 'shop')
    const names: string[] = []
    for await (const { kind, name } of started.plane.client.objects.list())
      if (name.startsWith('shop') || kind === 'SupportServiceInstance') names.push(`${kind}/${name}`)
    expect(names.sort()).toEqual([
      'SupportServiceInstance/forward-proxy-space',
      'WorkloadDefinition/shop',
      'WorkloadDefinition/shop-node',
      'WorkloadInstance/shop',
      'WorkloadInstance/shop-node',
      'WorkloadServiceDependency/shop-node-rates',
    ])
    const { stdout } = await cli(['plan', '-f', '-'], { stdin: files('a.example.com') })
    expect(stdout).toContain('Plan: 0 to create, 0 to update, 0 to delete.')
  })

  it('shows which fields of which dependency would change, for all instances of a definition', async () => {
    const [definition = ''] = files('b.example.com').split('---')
    const { stdout } = await cli(['plan', '-f', '-'], { stdin: definition })
    expect(lines(stdout)).toEqual([
      'OBJECT  ACTION  RUNTIME  DEPENDENCY  CHANGES',
      expect.stringMatching(/^workload-definition\/shop  update  spec\.dependencies\[0\]/),
      'workload-instance/shop  keep',
      expect.stringMatching(/^├─ workload-definition\/shop-node  update  node  spec\.dependencies\[0\]/),
      '└─ workload-instance/shop-node  keep  space  node',
      '   └─ workload-service-dependency/shop-node-rates  update  space  rates  spec.upstreamHost',
      '      └─ support-service-instance/forward-proxy-space  keep  space',
      '',
      'Plan: 0 to create, 3 to update, 0 to delete.',
    ])
  })

  it('shows what a dependency that is gone from the definition takes with it', async () => {
    const without = files('a').replace(/ {2}dependencies:[^]*(?=---)/, '')
    const { stdout } = await cli(['plan', '-f', '-', '-o', 'json'], { stdin: without })
    const { dependencies } = JSON.parse(stdout) as { dependencies: { name: string; action: string }[] }
    expect(dependencies.map(({ name, action }) => [name, action])).toEqual([
      ['shop-node', 'delete'],
      ['shop-node', 'delete'],
    ])
  })

  it('reports errors as apply does, with their places in the files', async () => {
    const { exit, stderr } = await cli(['plan', '-f', '-'], { stdin: files('no host') })
    expect(exit).toBe(2)
    expect(stderr).toMatch(/upstreamHost/)
  })
})

describe('delete --plan', () => {
  it('lists what stays for others, and deletes nothing', async () => {
    const sharing = (name: string) => [
      {
        kind: 'WorkloadDefinition',
        name,
        spec: {
          yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
          dependencies: [{ name: 'node', kind: 'Workload', definition: 'settings', shared: 'common' }],
        },
      },
      { kind: 'WorkloadInstance', name, spec: { definition: name } },
    ]
    await started.plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'settings',
        spec: { yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: node}\n' },
      },
      ...sharing('one'),
      ...sharing('two'),
    ])
    await started.plane.ready('WorkloadInstance', 'one')
    await started.plane.ready('WorkloadInstance', 'two')
    const { exit, stdout } = await cli(['delete', 'workload/one', '--plan'])
    expect(exit).toBe(0)
    expect(lines(stdout)).toEqual([
      'ACTION  OBJECT  RESOURCES  NOTE',
      expect.stringMatching(/^delete {2}workload-instance\/one {2}\d$/),
      'keep  workload-instance/common  used by workload-instance/two',
    ])
    expect((await started.plane.client.workloadInstances.get({ name: 'one' }))?.ready).toBe(true)
  })

  it('fails as the deletion would', async () => {
    const { exit, stderr } = await cli(['delete', 'wd/one', '--plan'])
    expect(exit).toBe(5)
    expect(stderr).toContain('is needed by WorkloadInstance "one"')
  })
})
