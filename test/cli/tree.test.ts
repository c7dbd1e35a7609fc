import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
let plane: TestControlPlane
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  ;({ plane } = started)
  await apply('shop', deployment('web'))
  await plane.ready('WorkloadInstance', 'shop')
})
afterAll(() => started?.stop())

function deployment(name: string, image = 'example.com/app:1', replicas = 2): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: app, image: "${image}"}]}
`
}

function apply(name: string, yamlDocument: string) {
  return plane.client.apply([
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace: name } },
  ])
}

const cli = cliOf(() => plane)

/** Replaces the names and times of pods, which differ each time. */
function plain(text: string): string {
  return text
    .replaceAll(/(web|bad)-[a-z0-9]{8,10}-[a-z0-9]{5}\b/g, '$1-HASH-ID')
    .replaceAll(/(web|bad)-[a-z0-9]{8,10}\b/g, '$1-HASH')
    .replaceAll(/\d+[ms]\d*s?(?=\s)/g, 'AGE')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ $/gm, '')
}

describe('tree of an application with overrides', () => {
  it('shows what each of its resources has from them, also as data', async () => {
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'tuned', spec: { yamlDocument: deployment('web') } },
      {
        kind: 'WorkloadInstance',
        name: 'tuned',
        spec: {
          definition: 'tuned',
          tier: 'staging',
          scale: [{ name: 'web', replicas: 1 }],
          overrides: {
            images: [{ name: 'example.com/app', newTag: '2' }],
            env: [
              { name: 'MODE', value: 'fast' },
              { name: 'OTHER', value: 'x', workload: 'web' },
            ],
          },
        },
      },
    ])
    await plane.ready('WorkloadInstance', 'tuned')
    const { stdout } = await cli(['tree', 'tuned'])
    const rows = plain(stdout).split('\n')
    expect(rows[0]).toContain('AGE DECIDED BY MESSAGE')
    expect(rows[2]).toContain('tier staging; overrides.images example.com/app')
    expect(rows.find((row) => row.includes('Deployment/web'))).toContain('scale 1; overrides.env MODE, OTHER')
    expect(rows.find((row) => row.includes('Pod/'))).not.toContain('overrides')
    const { stdout: json } = await cli(['tree', 'tuned', '-o', 'json'])
    expect(JSON.parse(json)).toMatchObject({
      decidedBy: ['tier staging', 'overrides.images example.com/app'],
      resources: [{ kind: 'Namespace' }, { decidedBy: ['scale 1', 'overrides.env MODE, OTHER'] }],
    })
  })
})

describe('tree', () => {
  it('shows definition, instance, resources and what they own, down to the pods', async () => {
    const { exit, stdout } = await cli(['tree', 'shop'])
    expect(exit).toBe(0)
    expect(plain(stdout)).toContain(`WorkloadDefinition/shop
└─ WorkloadInstance/shop Ready AGE
 ├─ Namespace/shop Ready AGE
 └─ Deployment/web Ready AGE
 └─ ReplicaSet/web-HASH Ready AGE
 ├─ Pod/web-HASH-ID Ready AGE
 └─ Pod/web-HASH-ID Ready AGE
`)
  })

  it('nests resources in machine-readable formats', async () => {
    const { stdout } = await cli(['tree', 'workload-instance/shop', '-o', 'json'])
    const { resources, ...object } = JSON.parse(stdout) as { resources: { kind: string; owns: object[] }[] }
    expect(object).toMatchObject({
      kind: 'WorkloadInstance',
      definition: 'shop',
      phase: 'Ready',
      message: '',
    })
    expect(resources.find(({ kind }) => kind === 'Deployment')).toMatchObject({
      name: 'web',
      health: 'ready',
      owns: [{ kind: 'ReplicaSet', owns: [{ kind: 'Pod', owns: [] }, { kind: 'Pod' }] }],
    })
  })

  it('shows the problem of a pod', async () => {
    await apply('bad', deployment('bad', 'example.com/simulate/image-missing:1', 1))
    const shown = await eventually(async () => {
      const { stdout } = await cli(['tree', 'bad'])
      return stdout.includes(' image ') && stdout.includes('Pod/bad') ? plain(stdout) : undefined
    })
    expect(shown).toMatch(/Pod\/bad-HASH-ID( in bad)? Failed AGE image \S+image-missing:1 \w+/)
  })

  it('follows changes, and ends when the object is deleted', async () => {
    await apply('rolling', deployment('web', 'example.com/app:1', 1))
    await plane.ready('WorkloadInstance', 'rolling')
    const web = '/apis/apps/v1/namespaces/rolling/deployments/web'
    const holdAndDelete = async (): Promise<void> => {
      await started.cluster.merge(web, { metadata: { finalizers: ['example.com/held'] } })
      await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'rolling' }])
    }
    let step = 0
    const { exit, stdout, stderr } = await cli(['tree', 'rolling', '--watch'], {
      onOutput: (text) => {
        const pods = text.split('Pod/').length - 1
        if (step === 0 && pods === 1) {
          step = 1
          void apply('rolling', deployment('web', 'example.com/app:1', 3))
        } else if (step === 1 && pods === 3 && text.split('Ready').length > 6) {
          step = 2
          void holdAndDelete()
        } else if (step === 2 && text.includes('Terminating')) {
          step = 3
          void started.cluster.merge(web, { metadata: { finalizers: null } })
        }
      },
    })
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: 'workload-instance/rolling deleted\n' })
    expect(stdout.split('\n\n').length).toBeGreaterThan(3)
    expect(stdout).toContain('Terminating')
  })

  it('redraws in place on a terminal, until Ctrl-C', async () => {
    const ended = new AbortController()
    const { exit, stdout } = await cli(['tree', 'shop', '--watch'], {
      columns: 120,
      signal: ended.signal,
      onOutput: (text) => {
        if (text.includes('\u001B[7A\u001B[J') || text.includes('\u001B[8A\u001B[J')) ended.abort()
      },
    })
    expect(exit).toBe(130)
    expect(stdout.split('\u001B[J').length).toBeGreaterThan(1)
  })

  it.each([
    [['tree', 'nobody'], 4, 'there is no WorkloadInstance "nobody"'],
    [['tree', 'nokind/x'], 2, 'no kind "nokind"'],
  ])('refuses %j', async (argv, exit, text) => {
    expect(await cli(argv)).toMatchObject({ exit, stderr: expect.stringMatching(new RegExp(text, 'i')) })
  })

  it('shows an object without resources, and reports that no worker is running', async () => {
    expect(await cli(['tree', 'project/default'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^NAME.*\nProject\/default +Ready/),
    })
    await Promise.all(plane.workers.map((worker) => worker.stop()))
    expect(await cli(['tree', 'shop'])).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('No worker is running'),
    })
  })
})
