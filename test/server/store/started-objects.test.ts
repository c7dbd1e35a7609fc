import { describe, expect, it } from 'vitest'
import { StartedObjects } from '../../../server/store/started-objects.ts'
import { defaultRuntime, restartNamed, testStore, workload } from '../../support/store.ts'

const test = testStore([...defaultRuntime, ...workload('web')])

describe('objects of started reconciles', () => {
  it('are given once, to the report of the same reconcile, without their specs', async () => {
    const started = new StartedObjects()
    const object = await restartNamed(test.store, 'WorkloadInstance', 'web')
    started.remember(object)
    expect(started.take(object.id, object.epoch - 1)).toBeUndefined()
    const found = started.take(object.id, object.epoch)
    expect(found).toMatchObject({
      id: object.id,
      kind: object.kind,
      epoch: object.epoch,
      status: object.status,
    })
    expect(found).not.toHaveProperty('spec')
    expect(started.take(object.id, object.epoch)).toBeUndefined()
  })

  it('are forgotten once a thousand others have started', async () => {
    const started = new StartedObjects()
    const object = await restartNamed(test.store, 'WorkloadInstance', 'web')
    for (let index = 0; index <= 1000; index++) started.remember({ ...object, id: BigInt(index) })
    expect(started.take(0n, object.epoch)).toBeUndefined()
    expect(started.take(1n, object.epoch)).toBeDefined()
    expect(started.take(1000n, object.epoch)).toBeDefined()
  })
})
