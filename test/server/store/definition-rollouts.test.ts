import { beforeAll, describe, expect, it } from 'vitest'
import type { StoredRollout } from '../../../schema/graphql/store-rollouts.ts'
import { isPlatformError } from '../../../schema/errors.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import {
  defaultRuntime,
  definition,
  instance,
  reportOf,
  restartReconcile,
  statusWith,
  testStore,
  write,
} from '../../support/store.ts'

const test = testStore(defaultRuntime)

type Rules = Record<string, unknown>

const oneByOne: Rules = { waves: [{ instances: 1 }, { instances: 2 }], settle: 0 }

function rolled(name: string, data: string, rollout: Rules = oneByOne) {
  const { kind, spec } = definition(name, data)
  return { kind, name, spec: { ...spec, rollout } }
}

/** Creates a definition with ready instances `name-1` and so on. */
async function deploy(name: string, { count = 3, rollout = oneByOne } = {}): Promise<void> {
  const instances = Array.from({ length: count }, (_, index) => ({
    ...instance(`${name}-${index + 1}`, { definition: name }),
    labels: { place: index === count - 1 ? 'first' : 'later' },
  }))
  await test.store.apply([rolled(name, 'a', rollout), ...instances], write)
  await work(name)
}

async function edit(name: string, data: string, rollout: Rules = oneByOne): Promise<void> {
  await test.store.apply([rolled(name, data, rollout)], write)
}

async function find(kind: string, name: string): Promise<StoredObject> {
  const found = await test.store.find({ kind, name })
  if (found === undefined) throw new Error(`${kind} ${name} is missing`)
  return found
}

async function instancesOf(name: string): Promise<StoredObject[]> {
  const { rows } = await test.database.sql.query<StoredObject>(
    `SELECT * FROM "Object" WHERE kind = 'WorkloadInstance' AND name LIKE $1 ORDER BY id`,
    [`${name}-%`],
  )
  return rows
}

/** Returns the value that each instance would apply, as a reconcile reads it. */
async function values(name: string): Promise<string[]> {
  const instances = await instancesOf(name)
  const found = await test.store.referenced(instances.map(({ id }) => ({ id, field: 'definition' })))
  return found.map((each) => /value: "(.*)"/.exec(String((each?.spec as Rules)['yamlDocument']))?.[1] ?? '')
}

/** Reconciles the instances that are due, as workers do; those that are named become stalled. */
async function work(name: string, broken: readonly string[] = []): Promise<void> {
  for (const { id, observedGeneration, generation, name: own } of await instancesOf(name)) {
    if (observedGeneration === generation) continue
    const started = await restartReconcile(test.store, id)
    if (started === undefined) continue
    const { object } = started
    const isBroken = broken.includes(own)
    const status = statusWith(!isBroken)
    const stalled = { type: 'Stalled', status: 'True', reason: 'Test', message: 'It is broken.' } as const
    const at = { observedGeneration: object.generation, lastTransitionTime: '2026-01-01T00:00:00.000Z' }
    await test.store.report(
      reportOf(object, {
        status: isBroken ? { ...status, conditions: [...status.conditions, { ...stalled, ...at }] } : status,
      }),
    )
  }
}

async function step(name: string): Promise<StoredRollout> {
  const { id } = await find('WorkloadDefinition', name)
  await test.store.advanceRollout(id)
  return rolloutOf(name)
}

async function rolloutOf(name: string): Promise<StoredRollout> {
  const { id } = await find('WorkloadDefinition', name)
  const [found] = await test.store.rollouts([id])
  if (found === undefined) throw new Error(`${name} has no rollout`)
  return found
}

/** Takes steps, with the work between them, until the rollout is over. */
async function finish(name: string, broken: readonly string[] = []): Promise<StoredRollout> {
  for (let steps = 0; steps < 20; steps += 1) {
    const rollout = await step(name)
    if (rollout.endedAt !== null) return rollout
    await work(name, broken)
  }
  return rolloutOf(name)
}

async function copiesOf(name: string): Promise<string[]> {
  const { rows } = await test.database.sql.query<{ name: string }>(
    `SELECT name FROM "Object" WHERE kind = 'WorkloadDefinition' AND name LIKE $1 ORDER BY id`,
    [`${name}.v%`],
  )
  return rows.map((row) => row.name)
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => {
      if (isPlatformError(error)) return error.code
      throw error
    },
  )
}

describe('an edit of a definition with waves', () => {
  it('reaches the instances wave by wave, and leaves nothing behind', async () => {
    await deploy('web')
    await edit('web', 'b')
    expect(await values('web')).toEqual(['a', 'a', 'a'])
    const held = await instancesOf('web')
    expect(
      held.every(({ ready, generation, observedGeneration }) => ready && generation === observedGeneration),
    ).toBe(true)
    expect(await copiesOf('web')).toEqual(['web.v1'])

    expect(await step('web')).toMatchObject({ state: 'Progressing', wave: 1, waves: 3, generation: 2 })
    expect(await values('web')).toEqual(['b', 'a', 'a'])
    await step('web')
    expect(await values('web')).toEqual(['b', 'a', 'a'])
    await work('web')
    await step('web')
    expect(await values('web')).toEqual(['b', 'b', 'a'])
    expect(await finish('web')).toMatchObject({ state: 'Complete', wave: 3, cause: null })
    expect(await values('web')).toEqual(['b', 'b', 'b'])
    expect(await copiesOf('web')).toEqual([])
  })

  it('forgets the former version of an instance that gets another definition', async () => {
    await deploy('left')
    await test.store.apply([rolled('right', 'r')], write)
    await edit('left', 'b')
    await step('left')
    await work('left')
    expect(await values('left')).toEqual(['b', 'a', 'a'])
    await test.store.apply([{ ...instance('left-1', { definition: 'right' }), labels: {} }], write)
    // It is not ready with it, so that the version before would count.
    await work('left', ['left-1'])
    await edit('right', 's')
    await step('right')
    await test.store.controlRollout(
      { target: { kind: 'WorkloadDefinition', name: 'right' }, action: 'abort' },
      write,
    )
    // It returns to the version of its own definition.
    expect((await values('left'))[0]).toBe('r')
    expect(await finish('left')).toMatchObject({ state: 'Complete' })
    expect(await copiesOf('left')).toEqual([])
  })

  it('keeps instances at their version while they are edited, moved and started again', async () => {
    await deploy('kept')
    await edit('kept', 'b')
    await test.store.apply(
      [{ ...instance('kept-3', { definition: 'kept' }), labels: { other: 'label' } }],
      write,
    )
    await test.store.update({ kind: 'WorkloadInstance', name: 'kept-2', spec: { guard: 'off' } }, write)
    expect(await values('kept')).toEqual(['a', 'a', 'a'])
    const { id } = await find('WorkloadInstance', 'kept-2')
    const started = await restartReconcile(test.store, id)
    const opened = await test.store.openReferenced({
      id,
      epoch: started?.object.epoch ?? 0,
      field: 'definition',
    })
    expect(opened).toMatchObject({ generation: 1 })
    expect(opened.spec['yamlDocument']).toContain('value: "a"')
  })

  it('gives a new instance the present version at once', async () => {
    await deploy('grown')
    await edit('grown', 'b')
    await test.store.apply([instance('grown-4', { definition: 'grown' })], write)
    expect(await values('grown')).toEqual(['a', 'a', 'a', 'b'])
  })

  it('halts when more instances fail than it may, and returns those that have it', async () => {
    await deploy('bad')
    await edit('bad', 'b')
    await step('bad')
    await work('bad', ['bad-1'])
    expect(await finish('bad')).toMatchObject({
      state: 'RolledBack',
      cause: expect.stringContaining('Wave 1 of 3 failed in WorkloadInstance default/bad-1') as string,
    })
    expect(await values('bad')).toEqual(['a', 'a', 'a'])
    const { id, status } = await find('WorkloadDefinition', 'bad')
    expect(status).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Progressing', status: 'False', reason: 'RolloutHalted' }),
      ]) as unknown,
    })
    const events = await test.store.events(id, { take: 10, skip: 0 })
    expect(events).toMatchObject([{ type: 'Warning', reason: 'RolloutHalted' }])
    // The next edit reaches all instances.
    await work('bad')
    await edit('bad', 'c')
    expect(await finish('bad')).toMatchObject({ state: 'Complete' })
    expect(await values('bad')).toEqual(['c', 'c', 'c'])
    expect(await copiesOf('bad')).toEqual([])
  })

  it('leaves those that have it with onFailure: stay, and goes on once they work', async () => {
    const rollout = { ...oneByOne, onFailure: 'stay' }
    await deploy('stays', { rollout })
    await edit('stays', 'b', rollout)
    await step('stays')
    await work('stays', ['stays-1'])
    expect(await step('stays')).toMatchObject({ state: 'Halted', endedAt: null })
    expect(await values('stays')).toEqual(['b', 'a', 'a'])
    await test.store.trigger({ kind: 'WorkloadInstance', name: 'stays-1' }, write)
    const { id } = await find('WorkloadInstance', 'stays-1')
    const started = await restartReconcile(test.store, id)
    if (started !== undefined) await test.store.report(reportOf(started.object))
    expect(await finish('stays')).toMatchObject({ state: 'Complete' })
    expect(await values('stays')).toEqual(['b', 'b', 'b'])
  })

  it('is replaced by a newer edit, from which a failure returns to what each instance had', async () => {
    await deploy('twice')
    await edit('twice', 'b')
    await step('twice')
    await work('twice')
    await edit('twice', 'c')
    expect(await values('twice')).toEqual(['b', 'a', 'a'])
    expect(await copiesOf('twice')).toEqual(['twice.v1', 'twice.v2'])
    await step('twice')
    expect(await values('twice')).toEqual(['c', 'a', 'a'])
    await work('twice', ['twice-1'])
    expect(await step('twice')).toMatchObject({ state: 'RolledBack' })
    expect(await values('twice')).toEqual(['b', 'a', 'a'])
  })

  it('returns at once to a version that instances have', async () => {
    await deploy('back')
    await edit('back', 'b')
    await step('back')
    await work('back')
    await edit('back', 'a')
    expect(await values('back')).toEqual(['b', 'a', 'a'])
    expect(await finish('back')).toMatchObject({ state: 'Complete' })
    expect(await values('back')).toEqual(['a', 'a', 'a'])
    expect(await copiesOf('back')).toEqual([])
  })

  it('follows labels and percentages', async () => {
    const rollout = { waves: [{ labels: { place: 'first' } }, { percent: 67 }], settle: 0 }
    await deploy('labelled', { count: 4, rollout })
    await edit('labelled', 'b', rollout)
    const object = await find('WorkloadDefinition', 'labelled')
    expect(await test.store.reach(object, 2)).toEqual({
      total: 4,
      outdated: 4,
      waves: 3,
      objects: [
        { kind: 'WorkloadInstance', project: 'default', name: 'labelled-4', wave: 1, isOutdated: true },
        { kind: 'WorkloadInstance', project: 'default', name: 'labelled-1', wave: 2, isOutdated: true },
      ],
    })
    await step('labelled')
    expect(await values('labelled')).toEqual(['a', 'a', 'a', 'b'])
    await work('labelled')
    await step('labelled')
    expect(await values('labelled')).toEqual(['b', 'b', 'a', 'b'])
  })
})

describe('the rules', () => {
  it('can change without any effect on instances', async () => {
    await deploy('ruled')
    const before = await instancesOf('ruled')
    await edit('ruled', 'a', { ...oneByOne, maxFailures: 2 })
    expect(await instancesOf('ruled')).toEqual(before)
    expect(await copiesOf('ruled')).toEqual([])
  })

  it('pause a rollout', async () => {
    await deploy('paused')
    await edit('paused', 'b', { ...oneByOne, paused: true })
    expect(await step('paused')).toMatchObject({ state: 'Paused' })
    expect(await values('paused')).toEqual(['a', 'a', 'a'])
    await edit('paused', 'b')
    expect(await step('paused')).toMatchObject({ state: 'Progressing' })
    expect(await values('paused')).toEqual(['b', 'a', 'a'])
  })

  it('let all instances have the present version when they are removed', async () => {
    await deploy('removed')
    await edit('removed', 'b')
    await test.store.apply([definition('removed', 'b')], write)
    expect(await values('removed')).toEqual(['b', 'b', 'b'])
    await step('removed')
    expect(await copiesOf('removed')).toEqual([])
  })
})

describe('a person', () => {
  const target = (name: string) => ({ kind: 'WorkloadDefinition', name })

  it('pauses, resumes and finishes a rollout', async () => {
    await deploy('steered')
    expect(
      await codeOf(test.store.controlRollout({ target: target('steered'), action: 'pause' }, write)),
    ).toBe('CONFLICT')
    await edit('steered', 'b')
    await test.store.controlRollout({ target: target('steered'), action: 'pause' }, write)
    expect(await step('steered')).toMatchObject({ state: 'Paused' })
    await test.store.controlRollout({ target: target('steered'), action: 'resume' }, write)
    await step('steered')
    expect(await values('steered')).toEqual(['b', 'a', 'a'])
    await test.store.controlRollout({ target: target('steered'), action: 'finish' }, write)
    expect(await values('steered')).toEqual(['b', 'b', 'b'])
    expect(await rolloutOf('steered')).toMatchObject({ state: 'Complete' })
    expect(await copiesOf('steered')).toEqual([])
  })

  it('aborts a rollout, and tries it again', async () => {
    await deploy('aborted')
    await edit('aborted', 'b')
    await step('aborted')
    await work('aborted')
    await test.store.controlRollout(
      { target: target('aborted'), action: 'abort' },
      { ...write, reason: 'slow' },
    )
    expect(await values('aborted')).toEqual(['a', 'a', 'a'])
    expect(await rolloutOf('aborted')).toMatchObject({
      state: 'Aborted',
      cause: 'tester has aborted it: slow',
    })
    await work('aborted')
    await test.store.controlRollout({ target: target('aborted'), action: 'resume' }, write)
    expect(await finish('aborted')).toMatchObject({ state: 'Complete' })
    expect(await values('aborted')).toEqual(['b', 'b', 'b'])
  })
})

describe('versions in use', () => {
  beforeAll(async () => {
    await deploy('used')
    await edit('used', 'b')
  })

  it('cannot be changed or deleted', async () => {
    expect(await codeOf(test.store.apply([definition('used.v1', 'z')], write))).toBe('OWNED')
    expect(await codeOf(test.store.delete([{ kind: 'WorkloadDefinition', name: 'used.v1' }], write))).toBe(
      'OWNED',
    )
  })

  it('keep their definition from being deleted before their instances', async () => {
    const only = test.store.delete([{ kind: 'WorkloadDefinition', name: 'used' }], write)
    expect(await codeOf(only)).toBe('BLOCKED')
    await expect(only).rejects.toThrow('WorkloadInstance "used-1"')
    const all = [1, 2, 3].map((index) => ({ kind: 'WorkloadInstance', name: `used-${index}` }))
    await test.store.delete([{ kind: 'WorkloadDefinition', name: 'used' }, ...all], write)
    for (const { id } of await instancesOf('used')) {
      const started = await restartReconcile(test.store, id)
      await test.store.confirmDeletion({ id, epoch: started?.object.epoch ?? 0, leaveBehind: false }, write)
    }
    const { id } = await find('WorkloadDefinition', 'used')
    expect(await test.store.openRollouts()).toContain(id)
    await test.store.advanceRollout(id)
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'used' })).toBeUndefined()
    expect(await copiesOf('used')).toEqual([])
  })
})

describe('parameters', () => {
  const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata: {}\n'
  const declaring = (name: string, parameters: object[], more: object = {}) => ({
    kind: 'WorkloadDefinition',
    name,
    spec: { yamlDocument, parameters, ...more },
  })
  const set = [{ name: 'settings', path: '.data.value' }]
  const named = { name: 'name', type: 'string', default: 'a', set }

  it('must fit the version that an instance has, and the present one', async () => {
    await test.store.apply(
      [
        declaring('tuned', [named, { name: 'size', type: 'integer', default: 1, set }], {
          rollout: oneByOne,
        }),
        instance('tuned-1', { definition: 'tuned' }),
      ],
      write,
    )
    await test.store.apply([declaring('tuned', [named], { rollout: oneByOne })], write)
    const size = { definition: 'tuned', parameters: { size: 2 } }
    await expect(
      test.store.apply([{ kind: 'WorkloadInstance', name: 'tuned-1', spec: size }], write),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const added = { name: 'colour', type: 'string', default: 'red', set }
    await test.store.apply([declaring('tuned', [named, added], { rollout: oneByOne })], write)
    const colour = { definition: 'tuned', parameters: { colour: 'blue' } }
    await expect(
      test.store.apply([{ kind: 'WorkloadInstance', name: 'tuned-1', spec: colour }], write),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('that become required are no concern of applications', async () => {
    await test.store.apply([declaring('delivered', [named])], write)
    await test.store.apply(
      [
        { kind: 'Environment', name: 'staging', spec: {} },
        {
          kind: 'Application',
          name: 'delivered',
          spec: { definition: 'delivered', environments: [{ environment: 'staging' }] },
        },
      ],
      write,
    )
    const required = declaring('delivered', [{ name: 'name', type: 'string', set }])
    expect(await test.store.apply([required], write)).toMatchObject([{ result: 'updated' }])
  })
})
