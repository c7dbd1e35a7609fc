import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureCreates } from './creates.ts'
import type { Figure } from './figures.ts'
import { measureFurther } from './further.ts'
import { measureClusters } from './kube.ts'
import { measureReconciles } from './reconciles.ts'
import { startStack, type Stack } from './stack.ts'

/** The suites of `npm run bench` that take seconds with little work; what they measure is no part of a test. */
describe.skipIf(process.platform !== 'linux')('npm run bench', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(async () => {
    await stack.stop()
  })

  it.each<[string, () => Promise<Figure[]>, string]>([
    ['create mutations', () => measureCreates(stack, 600), 'create mutations'],
    ['workloads', () => measureReconciles(stack, 10), 'workloads'],
    [
      'manifests over clusters',
      () => measureClusters(stack, { clusters: 1, manifests: 10, each: 5 }),
      'manifests',
    ],
    [
      'further processes',
      () => measureFurther(stack, { workloads: 4, clusters: 1 }),
      '2 servers, 4 workers: CPU of a workload',
    ],
  ])('has figures of %s', async (_, measure, what) => {
    const figures = await measure()
    expect(figures.map((figure) => figure.what)).toContainEqual(expect.stringContaining(what))
    for (const { what: measured, value } of figures) expect(value, measured).toMatch(/^-?\d/)
  })
})
