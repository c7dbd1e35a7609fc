import { afterEach, describe, expect, it } from 'vitest'
import { secretPlaceholder } from '../../../schema/secret-placeholders.ts'
import { createDigesterThreads, type DigesterThreads } from '../../../server/manifests/threads.ts'

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`
/** Seconds of work in one token of YAML. */
const slow = `x: "${'\\u'.repeat(1_500_000)}"`

const target = { kind: 'ConfigMap' }
const changes = {
  texts: [configMap('a')],
  parameters: [],
  changes: ['data: {k: v}', 'data: ['].map((patch) => ({ overrides: { patches: [{ target, patch }] } })),
}

let digester: DigesterThreads
afterEach(() => digester.close())

describe('createDigesterThreads', () => {
  it('reports the resources of a manifest, and its errors', async () => {
    digester = createDigesterThreads()
    const { resources, errors } = await digester.digest(`${configMap('a')}---\nkind: [\n`, 'tester')
    expect(resources).toEqual([{ group: '', kind: 'ConfigMap', namespace: '', name: 'a' }])
    expect(errors[0]).toMatchObject({ line: 6 })
  })

  it('aborts a manifest that takes too long, and parses the next one', async () => {
    digester = createDigesterThreads({ timeout: 300 })
    const { errors } = await digester.digest(slow, 'tester')
    expect(errors).toEqual([
      {
        path: '',
        code: 'INVALID',
        message: 'takes longer than 0.3 seconds to parse',
        remedy: 'Split the text over several WorkloadDefinitions.',
      },
    ])
    // On a busy machine a new thread may take longer than that to start.
    await digester.close()
    digester = createDigesterThreads()
    expect((await digester.digest(configMap('b'), 'tester')).errors).toEqual([])
  })

  it('rejects a manifest that needs too much memory, and parses the next one', async () => {
    digester = createDigesterThreads({ memory: 16 })
    const { errors } = await digester.digest(`x: [${'a,'.repeat(199_000)}]`, 'tester')
    expect(errors).toMatchObject([{ message: 'needs more than 16 MB of memory to parse' }])
    expect((await digester.digest(configMap('b'), 'tester')).errors).toEqual([])
  })

  it('checks the values of charts, and makes the changes of instances', async () => {
    digester = createDigesterThreads()
    expect(await digester.checkValues('- a', 'tester')).toMatchObject([{ message: 'must be a YAML map' }])
    const [changed, failed] = await digester.override(changes, 'tester')
    expect(changed).toMatchObject({ manifests: [{ data: { k: 'v' } }] })
    expect(failed).toMatchObject({ failure: { field: 'overrides.patches[0]' } })
    expect(await digester.tryOverrides(changes, 'tester')).toMatchObject([
      undefined,
      { field: 'overrides.patches[0]' },
    ])
  })

  it('separates the values of Secrets, with the placeholders of their text', async () => {
    digester = createDigesterThreads()
    const key = Buffer.alloc(32, 'key')
    const separate = `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {x: hunter2}\n`
    const separated = await digester.separate({ separate, key, stored: undefined }, 'tester')
    const shown = separate.replace('hunter2', secretPlaceholder(key, 'hunter2'))
    expect(separated).toEqual({ shown, plain: separate, unknown: [] })
    const task = { separate: configMap('Secret'), key, stored: undefined }
    expect(await digester.separate(task, 'tester')).toBe(undefined)
  })

  it('reports a text whose Secrets take too long to find without a word of it', async () => {
    digester = createDigesterThreads({ timeout: 300 })
    const task = { separate: `kind: Secret\n${slow}`, key: Buffer.alloc(32), stored: undefined }
    const message = 'takes longer than 0.3 seconds to encrypt'
    expect(await digester.separate(task, 'tester')).toMatchObject({ code: 'INVALID', message })
  })

  it('reports changes that take too long as failures of all overrides', async () => {
    digester = createDigesterThreads({ timeout: 300 })
    const [failure] = await digester.tryOverrides({ ...changes, texts: [slow] }, 'tester')
    expect(failure).toMatchObject({ field: 'overrides', problem: 'takes longer than 0.3 seconds to apply' })
  })

  it('does not let one token occupy all threads', async () => {
    digester = createDigesterThreads()
    const order: string[] = []
    const own = ['a1', 'a2'].map((name) =>
      digester
        .digest(`${configMap(name)}data:\n${'  k: v\n'.repeat(20_000)}`, 'first')
        .then(() => order.push(name)),
    )
    const other = digester.digest(configMap('b'), 'second').then(() => order.push('b'))
    await Promise.all([...own, other])
    expect(order.indexOf('b')).toBeLessThan(order.indexOf('a2'))
  })
})
