import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import type { TestCluster } from '../support/kubernetes.ts'
import { applyOperated } from '../support/operator.ts'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
let plane: TestControlPlane
let cluster: TestCluster
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  ;({ plane, cluster } = started)
  await applyOperated(plane, cluster)
})
afterAll(() => started?.stop())

const cli = cliOf(() => plane)

describe('the resources that an operator creates for a custom resource', () => {
  it('are in the tree, down to the pods, without others of the namespace', async () => {
    const tree = await eventually(async () => {
      const { stdout } = await cli(['tree', 'db'])
      return stdout.includes('Pod/main-0') ? stdout : undefined
    })
    const shown = tree?.split('\n').map((line) => /^[ │├└─]*\S+/.exec(line)?.[0])
    expect(shown).toEqual([
      'NAME',
      'WorkloadDefinition/db',
      '└─ WorkloadInstance/db',
      '   ├─ Namespace/db',
      '   └─ Database/main',
      '      ├─ Replica/copies',
      '      │  └─ Pod/copy',
      '      └─ StatefulSet/main',
      '         └─ Pod/main-0',
      undefined,
    ])
  })

  it('write logs, including those of new pods', async () => {
    const ended = new AbortController()
    let written = ''
    let isScaled = false
    await cli(['logs', 'db', '-f'], {
      signal: ended.signal,
      onOutput: (text) => {
        written += text
        if (!isScaled && /^copy\/app \| /m.test(written) && /^main-0\/app \| /m.test(written)) {
          isScaled = true
          void cluster.merge('/apis/apps/v1/namespaces/db/statefulsets/main/scale', { spec: { replicas: 2 } })
        }
        if (/^main-1\/app \| /m.test(written)) ended.abort()
      },
    })
    expect(written).not.toContain('stranger')
    const { stdout } = await cli(['logs', 'db', '--tail', '1'])
    const pods = stdout.match(/^\S+(?=\/app \| )/gm) ?? []
    expect([...new Set(pods)].sort()).toEqual(['copy', 'main-0', 'main-1'])
  })
})
