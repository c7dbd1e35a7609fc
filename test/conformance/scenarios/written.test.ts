import { beforeAll, expect, it } from 'vitest'
import { isRecord } from '../../../schema/manifests.ts'
import { onEachStage, type Stage } from '../support/stage.ts'
import { writtenKinds } from '../written/kinds.ts'
import { yamlStyles } from '../written/yaml-styles.ts'
import type { Outcome, WrittenManifests } from '../written/written.ts'

const all = [...yamlStyles, ...writtenKinds]

/** The outcome of declaring manifests by name: undefined, or the reason of the refusal. */
type Outcomes = ReadonlyMap<string, unknown>

onEachStage('manifests as users write them', (stage) => {
  let here: readonly WrittenManifests[] = []
  let outcomes: { first: Outcomes; edited: Outcomes }
  const namesHere = new Set<string>()
  beforeAll(async () => {
    const hasStorage = await stage().target.hasStorage()
    here = all.filter(({ needsStorage = false }) => hasStorage || !needsStorage)
    for (const { name } of here) namesHere.add(name)
    outcomes = { first: await declare(stage(), here, ({ text }) => text), edited: new Map() }
  })

  it('have at least 60 styles, each with a unique name', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(60)
  })

  it.for(all)('lead to the declared state: $name', async ({ name, becomes }, context) => {
    if (!namesHere.has(name)) return context.skip()
    await expectOutcome(stage(), name, { becomes, refusal: outcomes.first.get(name) })
  })

  it('are all edited', async () => {
    const edited = await declare(stage(), here, ({ edited: { text } }) => text)
    outcomes = { ...outcomes, edited }
    expect(edited.size).toBe(here.filter(({ edited: { becomes } }) => becomes.invalid !== undefined).length)
  })

  it.for(all)('lead to the declared state after an edit: $name', async ({ name, edited }, context) => {
    if (!namesHere.has(name)) return context.skip()
    await expectOutcome(stage(), name, { becomes: edited.becomes, refusal: outcomes.edited.get(name) })
  })

  it('are deleted as a whole, and nothing of them remains', async () => {
    await Promise.all(here.map(({ name }) => stage().remove(name)))
    for (const { name } of here) await stage().gone(name)
    for (const { name, becomes, edited } of here) {
      const paths = { ...becomes.has, ...edited.becomes.has }
      for (const path of Object.keys(paths)) await stage().api.gone(wholePath(stage(), name, path))
    }
  })
})

/** Declares all of them concurrently, and returns the refusals. */
async function declare(
  { apply, target }: Stage,
  written: readonly WrittenManifests[],
  textOf: (manifests: WrittenManifests) => string,
): Promise<Outcomes> {
  const refusals = new Map<string, unknown>()
  await Promise.all(
    written.map(async (manifests) => {
      const text = textOf(manifests).replaceAll(/\bcorpus\b/g, target.prefix)
      await apply(manifests.name, text, { guard: 'off' }).catch((error: unknown) =>
        refusals.set(manifests.name, error),
      )
    }),
  )
  return refusals
}

async function expectOutcome(
  stage: Stage,
  name: string,
  { becomes: { invalid, because, has = {} }, refusal }: { becomes: Outcome; refusal: unknown },
): Promise<void> {
  if (invalid !== undefined) return expectInvalid(refusal, invalid)
  if (refusal !== undefined) throw refusal
  if (because !== undefined) return expectCause(stage, name, because)
  for (const [path, expected] of Object.entries(has)) {
    const whole = wholePath(stage, name, path)
    if (expected === null) await stage.api.gone(whole)
    else await stage.api.until(whole, (object) => includes(object, expected))
  }
  await stage.ready(name)
}

function wholePath({ namespaceOf, target }: Stage, name: string, path: string): string {
  const own = namespaceOf(name)
  if (path.startsWith('/')) return path.replaceAll(/\bcorpus\b/g, target.prefix).replace('NAMESPACE', own)
  const parts = path.split('/')
  const group = parts.length === 2 ? '/api/v1' : `/apis/${parts.slice(0, 2).join('/')}`
  return `${group}/namespaces/${own}/${parts.slice(-2).join('/')}`
}

/** Reports whether a value contains everything that is expected; compares lists item by item. */
function includes(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return Array.isArray(value) && expected.every((item, index) => includes(value[index], item))
  if (!isRecord(expected)) return value === expected
  return isRecord(value) && Object.entries(expected).every(([key, item]) => includes(value[key], item))
}

function expectInvalid(refusal: unknown, message: NonNullable<Outcome['invalid']>): void {
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) })
}

async function expectCause(
  stage: Stage,
  name: string,
  { reason, message: says }: NonNullable<Outcome['because']>,
): Promise<void> {
  const { status } = await stage.because(name, reason)
  expect(status.cause?.message).toMatch(says)
}
