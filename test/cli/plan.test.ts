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

/** How to execute a plan. */
const execution = expect.stringMatching(
  /^Plan (\w+): `qleetctl apply --plan \1` does exactly this, or nothing, until 20.* UTC\.$/,
)

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
      'RESOURCE  ACTION  PODS  WORKLOAD  CHANGES',
      'ConfigMap/settings  create  workload-instance/shop',
      'ConfigMap/node  create  workload-instance/shop-node',
      '',
      'Not checked in runtime space: ConfigMap/settings and 1 more (the namespace does not exist yet).',
      '',
      'Plan: 6 to create, 0 to update, 0 to delete.',
      '',
      execution,
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
      '',
      execution,
    ])
  })

  it('shows what a dependency that is gone from the definition takes with it', async () => {
    const without = files('a').replace(/ {2}dependencies:[^]*(?=---)/, '')
    const { stdout } = await cli(['plan', '-f', '-', '-o', 'json'], { stdin: without })
    const { dependencies } = JSON.parse(stdout) as {
      dependencies: { kind: string; name: string; action: string }[]
    }
    expect(dependencies.map(({ kind, name, action }) => `${action} ${kind} ${name}`)).toEqual([
      'delete WorkloadDefinition shop-node',
      'delete WorkloadInstance shop-node',
      'delete WorkloadServiceDependency shop-node-rates',
      'delete SupportServiceInstance forward-proxy-space',
      'delete WorkloadDefinition forward-proxy-space',
      'delete WorkloadInstance forward-proxy-space',
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
      '',
      execution,
    ])
    expect((await started.plane.client.workloadInstances.get({ name: 'one' }))?.ready).toBe(true)
  })

  it('fails as the deletion would', async () => {
    const { exit, stderr } = await cli(['delete', 'wd/one', '--plan'])
    expect(exit).toBe(5)
    expect(stderr).toContain('is needed by WorkloadInstance "one"')
  })
})

/** Returns the ID of the plan that a command has printed. */
function planIn(output: string): string {
  return /^Plan (\w+): /m.exec(output)?.[1] ?? ''
}

describe('apply --plan', () => {
  const settings = (value: string) => `apiVersion: qleet.io/v1
kind: WorkloadDefinition
metadata: {name: planned}
spec: {yamlDocument: "apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: planned}\\ndata: {value: ${value}}\\n"}
`

  it('does what the plan says, once', async () => {
    const id = planIn((await cli(['plan', '-f', '-'], { stdin: settings('one') })).stdout)
    const dry = await cli(['apply', '--plan', id, '--dry-run'])
    expect(dry).toMatchObject({ exit: 0, stdout: 'workload-definition/planned created (dry run)\n' })
    const { exit, stdout } = await cli(['apply', '--plan', id, '--wait'])
    expect([exit, stdout]).toEqual([0, 'workload-definition/planned created\n'])
    const again = await cli(['apply', '--plan', id])
    expect(again.exit).toBe(5)
    expect(again.stderr).toMatch(/Plan \w+ was executed at .* by admin/)
  })

  it('changes nothing when something else has changed', async () => {
    const id = planIn((await cli(['plan', '-f', '-'], { stdin: settings('two') })).stdout)
    await cli(['apply', '-f', '-'], { stdin: settings('three') })
    const { exit, stderr } = await cli(['apply', '--plan', id, '-o', 'json'])
    expect(exit).toBe(5)
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'PLAN_OUTDATED',
      message: expect.stringMatching(
        /"planned" in project default: spec.yamlDocument: planned: .*one.*now: .*three/s,
      ),
    })
  })

  it('executes plans of other commands as well', async () => {
    const labelled = await cli(['label', 'wd/planned', 'team=web', '--dry-run=plan', '-o', 'name'])
    expect(labelled.stdout).toBe('workload-definition/planned\n')
    await cli(['apply', '--plan', planIn(labelled.stderr)])
    const { labels } = (await started.plane.client.workloadDefinitions.get({ name: 'planned' })) ?? {}
    expect(labels).toEqual({ team: 'web' })
    const { stdout } = await cli(['delete', 'wd/planned', '--plan'])
    const { exit } = await cli(['apply', '--plan', planIn(stdout), '--wait'])
    expect(exit).toBe(0)
    expect(await started.plane.client.workloadDefinitions.get({ name: 'planned' })).toBeUndefined()
  })

  it('refuses files, and says which plans there are', async () => {
    const both = await cli(['apply', '--plan', 'x', '-f', '-'], { stdin: settings('one') })
    expect([both.exit, both.stderr]).toEqual([2, expect.stringContaining('Omit the files')])
    const unknown = await cli(['apply', '--plan', 'x'])
    expect([unknown.exit, unknown.stderr]).toEqual([4, expect.stringContaining('There is no plan "x"')])
    const useless = await cli(['config', 'view', '--dry-run=plan'])
    expect(useless.exit).toBe(2)
  })
})
