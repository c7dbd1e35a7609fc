import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorsInText, EventLog } from '../../../workers/terraform/run/events.ts'
import { readPlan, readState } from '../../../workers/terraform/run/plan.ts'

const digestKey = randomBytes(32)

function plan(...changes: Record<string, unknown>[]) {
  return JSON.stringify({ resource_changes: changes })
}

function change(address: string, actions: string[], values: Record<string, unknown> = {}) {
  return { address, mode: 'managed', change: { actions, before: null, after: {}, ...values } }
}

describe('readPlan', () => {
  it('lists removals first, and counts everything that changes', () => {
    const { changes, total, removals } = readPlan(
      plan(
        change('a.created', ['create']),
        change('a.kept', ['no-op']),
        change('a.updated', ['update']),
        change('a.deleted', ['delete']),
        change('a.replaced', ['delete', 'create']),
        { ...change('a.moved', ['no-op']), previous_address: 'a.old' },
        { ...change('data.read', ['read']), mode: 'data' },
      ),
      digestKey,
    )
    expect(changes.map(({ text }) => text)).toEqual([
      'delete a.deleted',
      'replace a.replaced',
      'create a.created',
      'update a.updated',
      'move a.moved, moved from a.old',
    ])
    expect({ total, removals }).toEqual({ total: 5, removals: 2 })
  })

  it('has a digest of all values, which reveals none without the key', () => {
    const text = plan(change('a.b', ['create'], { after: { password: 'one' } }))
    const { digest } = readPlan(text, digestKey)
    expect(readPlan(text, digestKey).digest).toBe(digest)
    expect(readPlan(text.replace('one', 'two'), digestKey).digest).not.toBe(digest)
    expect(readPlan(text, randomBytes(32)).digest).not.toBe(digest)
  })

  it('includes outputs', () => {
    const text = JSON.stringify({
      output_changes: { host: { actions: ['create'] }, same: { actions: ['no-op'] } },
    })
    expect(readPlan(text, digestKey).changes.map(({ text: each }) => each)).toEqual(['create output host'])
  })
})

describe('readState', () => {
  it('finds the managed resources of all modules with their IDs', () => {
    const resource = (address: string, mode: string, values: object) => ({ address, mode, type: 't', values })
    const root = {
      resources: [resource('t.a', 'managed', { id: '1' }), resource('data.t.b', 'data', { id: '2' })],
      child_modules: [{ resources: [resource('module.m.t.c', 'managed', { arn: 'arn:c' })] }],
    }
    const { resources, resourceCount } = readState(JSON.stringify({ values: { root_module: root } }))
    expect(resources).toEqual([
      { address: 't.a', type: 't', id: '1' },
      { address: 'module.m.t.c', type: 't', id: 'arn:c' },
    ])
    expect(resourceCount).toBe(2)
  })

  it('has nothing for an empty state', () => {
    expect(readState('{"format_version":"1.0"}')).toEqual({ outputs: {}, resources: [], resourceCount: 0 })
  })
})

describe('the events of a run', () => {
  const diagnostic = (given: Record<string, unknown>) =>
    JSON.stringify({
      type: 'diagnostic',
      diagnostic: { severity: 'error', summary: 'Failed', detail: '', ...given },
    })

  it('name errors with their resource and their line, in one line', () => {
    const log = new EventLog()
    log.add('no JSON')
    log.add(
      diagnostic({
        detail: 'It is\n  away.',
        address: 'a.b',
        range: { filename: 'main.tf', start: { line: 3 } },
      }),
    )
    for (let index = 0; index < 3; index++) log.add(diagnostic({ summary: `More ${index}` }))
    expect(log.errors()).toBe('a.b at main.tf:3: Failed: It is away. And 3 more: More 0. More 1.')
    expect(new EventLog().errors()).toBeUndefined()
  })

  it('count what is complete', () => {
    const log = new EventLog()
    const hook = { resource: { addr: 'a.b' }, action: 'create' }
    log.add(JSON.stringify({ type: 'apply_start', hook }))
    expect([log.completed, log.current]).toEqual([0, 'a.b'])
    log.add(JSON.stringify({ type: 'apply_complete', hook }))
    expect(log.completed).toBe(1)
  })

  it('are found in text with frames and colours too', () => {
    const text = '\u001B[31m╷\u001B[0m\n│ Error: Failed to query\n│ \n│ could not connect\n╵\n'
    expect(errorsInText(text)).toBe('Failed to query could not connect')
  })
})
