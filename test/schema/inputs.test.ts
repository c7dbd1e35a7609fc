import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plainMessages } from '../../schema/input-messages.ts'
import { checkObject, checkPatch } from '../../schema/inputs.ts'
import { issueErrors } from '../../schema/issue-errors.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { inheritedKeys, oddStrings, randomObject, randomValue } from '../support/odd-values.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** Matches the messages of zod itself: https://github.com/colinhacks/zod/blob/main/packages/zod/src/v4/locales/en.ts */
const zodMessage =
  /\bInvalid\b|\bexpected\b|Too (big|small)|Unrecognized|received|\bNaN\b.*input|must match pattern/i

describe('an error of an object', () => {
  it('is reported with our message, and never thrown, for any input of any kind', () => {
    const random = seededRandom()
    for (let round = 0; round < 3000; round++) {
      const kind = random.pick(allKinds)
      const fields = Object.keys(kind.spec.shape)
      const [example] = kind.examples
      const spec = random.chance(0.1)
        ? randomValue(random)
        : {
            ...example,
            ...Object.fromEntries(
              fields.filter(() => random.chance(0.4)).map((field) => [field, randomValue(random)]),
            ),
            ...(random.chance(0.3) ? randomObject(random) : {}),
          }
      const input = {
        kind: kind.kind,
        name: random.chance(0.5) ? 'a' : randomValue(random),
        project: random.chance(0.5) ? undefined : randomValue(random),
        labels: random.chance(0.5) ? randomObject(random) : randomValue(random),
        spec,
      }
      for (const { path, message, remedy = '' } of [
        ...checkObject(input, '').errors,
        ...checkPatch(kind, spec, 'spec'),
      ]) {
        expect(`${message} ${remedy}`, `round ${round}, ${path}`).not.toMatch(zodMessage)
        expect(message, `round ${round}, ${path}`).not.toBe('')
      }
    }
  })

  it('has a message for each issue of zod', () => {
    const shapes: [z.ZodType, unknown][] = [
      [z.string(), 1],
      [z.bigint(), 1],
      [z.date(), 1],
      [z.map(z.string(), z.string()), 1],
      [z.set(z.string()), 1],
      [z.tuple([z.string()]), 1],
      [z.symbol(), 1],
      [z.never(), 1],
      [z.nan(), 1],
      [z.undefined(), 1],
      [z.null(), 1],
      [z.instanceof(Date), 1],
      [z.file(), 1],
      [z.literal('a'), 1],
      [z.enum(['a', 'b']), 1],
      [z.int(), 1.5],
      [z.number().min(2), 1],
      [z.number().max(2), 3],
      [z.number().multipleOf(2), 3],
      [z.string().min(2), ''],
      [z.array(z.string()).max(0), ['']],
      [z.set(z.string()).max(0), new Set([''])],
      [z.url(), 'x'],
      [z.email(), 'x'],
      [z.uuid(), 'x'],
      [z.base64(), '!'],
      [z.ipv4(), 'x'],
      [z.ipv6(), 'x'],
      [z.iso.datetime(), 'x'],
      [z.string().regex(/b/), 'a'],
      [z.string().startsWith('b'), 'a'],
      [z.string().includes('b'), 'a'],
      [z.strictObject({}), { a: 1 }],
      [z.union([z.string(), z.boolean()]), 1],
      [z.discriminatedUnion('a', [z.object({ a: z.literal('b') })]), { a: 'c' }],
      [z.record(z.string().min(2), z.string()), { a: 'x' }],
      [z.map(z.string().min(2), z.string()), new Map([['a', 'x']])],
      [z.map(z.string(), z.string().min(2)), new Map([['a', 'x']])],
      [z.string().refine(() => false), 'a'],
    ]
    for (const [shape, input] of shapes) {
      const { error } = shape.safeParse(input, plainMessages)
      if (error === undefined) throw new Error(`${JSON.stringify(input)} is accepted`)
      const found = issueErrors(error, { at: 'spec', input })
      expect(found).not.toEqual([])
      for (const { message } of found)
        expect(message).toMatch(/^(must|has|is) (?!.*\b(Invalid|expected|Too)\b)/)
    }
  })

  it.each(oddStrings)('is never hidden by a label %j', (key) => {
    const { draft, errors } = checkObject(
      { kind: 'Project', name: 'a', labels: JSON.parse(`{${JSON.stringify(key)}:"x"}`), spec: {} },
      '',
    )
    const refused = errors.some(({ path }) => path.startsWith('labels'))
    expect(refused ? [[key, 'x']] : Object.entries(draft?.labels ?? {})).toEqual([[key, 'x']])
  })

  it('is not caused by names and labels that objects inherit, except the one that JSON parsers treat differently', () => {
    const results = inheritedKeys.map((key) => {
      const labels: unknown = JSON.parse(`{${JSON.stringify(key)}:"x"}`)
      return checkObject({ kind: 'Project', name: key, labels, spec: {} }, '').draft?.name
    })
    expect(results).toEqual([undefined, 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})
