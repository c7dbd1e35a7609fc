import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    {
      kind: 'WorkloadDefinition',
      name: 'shop',
      spec: {
        yamlDocument: configMap,
        dependencies: [
          { name: 'node', kind: 'Workload', spec: { yamlDocument: crashing, dependencies: [] } },
        ],
      },
    },
    { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop' } },
    { kind: 'WorkloadDefinition', name: 'fine', spec: { yamlDocument: configMap } },
    { kind: 'WorkloadInstance', name: 'fine', spec: { definition: 'fine' } },
  ])
  await started.plane.ready('WorkloadInstance', 'fine')
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

const configMap = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
`
const crashing = `apiVersion: v1
kind: Pod
metadata:
  name: node
  annotations: {simulator.qleet.io/behaviour: crash}
spec: {containers: [{name: node, image: "example.com/node:1"}]}
`

describe('why', () => {
  it('names the pod at the end of what an application waits for, with its age, next try and remedy', async () => {
    const stdout = await eventually(async () => {
      const found = await cli(['why', 'workload/shop'])
      expect(found.exit).toBe(0)
      return found.stdout.includes('CrashLoopBackOff') ? found.stdout : undefined
    })
    expect(stdout).toMatch(/^workload-instance\/shop \w+\n└─ workload-instance\/shop-node \w+\n\n/)
    expect(stdout).toMatch(/Cause: +.*Pod .*node.*/)
    expect(stdout).toMatch(/Reason: +CrashLoopBackOff of WorkloadInstance shop-node, for \d+/)
    expect(stdout).toMatch(
      /Remedy: +Read the last output of the container with `qleetctl logs workload-instance\/shop-node --previous`\./,
    )
  })

  it('prints the same as data', async () => {
    // Between two crashes, the pod is ready for a moment.
    const data = await eventually(async () => {
      const { stdout } = await cli(['why', 'workload/shop', '-o', 'json'])
      const found = JSON.parse(stdout) as { ready: boolean }
      return found.ready ? undefined : found
    })
    expect(data).toMatchObject({
      kind: 'WorkloadInstance',
      name: 'shop',
      ready: false,
      steps: [{ object: { name: 'shop' } }, { object: { name: 'shop-node' } }],
      cause: { kind: 'WorkloadInstance', name: 'shop-node' },
    })
  })

  it('says that an object is ready', async () => {
    const { exit, stdout } = await cli(['why', 'workload/fine', 'wd/fine'])
    expect(exit).toBe(0)
    expect(stdout).toBe('workload-instance/fine is ready.\n\nworkload-definition/fine is ready.\n')
  })

  it('refuses a name that does not exist', async () => {
    const { exit, stderr } = await cli(['why', 'workload/nothing'])
    expect(exit).toBe(4)
    expect(stderr).toContain('There is no workload-instance/nothing')
  })
})
