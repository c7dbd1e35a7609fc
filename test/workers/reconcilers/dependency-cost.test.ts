import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { countRequests, type CountingServer } from '../../support/counting-server.ts'
import { eventually } from '../../support/eventually.ts'
import { defaultRuntime, definition } from '../../support/store.ts'

let plane: TestControlPlane
let counting: CountingServer
beforeAll(async () => {
  plane = await startControlPlane({ workers: 0 })
  counting = await countRequests(plane.url)
  await plane.startWorker(undefined, counting.url)
  await plane.client.apply([
    ...defaultRuntime,
    definition('app'),
    { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } },
  ])
  await plane.ready('WorkloadInstance', 'app')
})
afterAll(async () => {
  await plane?.stop()
  await counting?.stop()
})

const kind = 'WorkloadServiceDependency'

function dependencies(from: number, to: number) {
  return Array.from({ length: to - from }, (_, index) => {
    const name = `d-${from + index}`
    return { kind, name, spec: { workloadInstance: 'app', upstreamHost: `${name}.example.com` } }
  })
}

/** Measures the requests and response bytes of one reconcile of a dependency after a change. */
async function costOfChange(
  name: string,
  upstreamPath: string,
): Promise<{ operations: string[]; bytes: number }> {
  const { id, generation } = await plane.ready(kind, name)
  // Waits until all other activity has ended.
  await eventually(async () => {
    const { result } = await settledRequests()
    return result
  })
  const before = counting.requests.length
  await plane.client.workloadServiceDependencies.update({ name, input: { spec: { upstreamPath } } })
  await eventually(async () => {
    const object = await plane.client.objects.get({ kind, name })
    return object?.ready === true && object.observedGeneration > generation ? true : undefined
  })
  const passed = counting.requests.slice(before).filter((each) => each.id === id)
  const firstReport = passed.findIndex(({ operation }) => operation === 'ReportReconcile')
  const first = passed.slice(0, firstReport + 1)
  return {
    operations: first.map(({ operation }) => operation),
    bytes: first.reduce((sum, each) => sum + each.bytes, 0),
  }
}

/** Resolves once no request has passed for a moment. */
async function settledRequests(): Promise<{ result: true | undefined }> {
  const before = counting.requests.filter(({ id }) => id !== '').length
  await new Promise((resolve) => setTimeout(resolve, 700))
  return { result: counting.requests.filter(({ id }) => id !== '').length === before ? true : undefined }
}

it(
  'costs a dependency the same with three peers in its runtime as with fifty',
  { timeout: 180_000 },
  async () => {
    await plane.client.apply(dependencies(0, 4))
    for (const { name } of dependencies(0, 4)) await plane.ready(kind, name)
    const few = await costOfChange('d-1', '/few')
    await plane.client.apply(dependencies(4, 51))
    for (const { name } of dependencies(4, 51)) await plane.ready(kind, name)
    const many = await costOfChange('d-1', '/many')
    expect(few.operations).toContain('ApplyOwned')
    expect(many.operations).toEqual(few.operations)
    // Only numbers in the responses get longer.
    expect(many.bytes).toBeLessThan(few.bytes * 1.1)
  },
)
