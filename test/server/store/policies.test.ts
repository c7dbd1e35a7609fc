import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../schema/graphql/store.ts'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { fieldsOf, policy, rule } from '../../support/policies.ts'
import { statementsOf } from '../../support/sent-statements.ts'
import { defaultRuntime, restartNamed, testStore, write } from '../../support/store.ts'

const test = testStore()

function exception(spec: object = {}, name = 'exempt') {
  const given = {
    policy: 'p',
    objects: [{}],
    owner: 'payments',
    reason: 'It moves.',
    expiresAt: '2099-01-01T00:00:00Z',
    ...spec,
  }
  return { kind: 'PolicyException', name, spec: given }
}

/** Returns a definition with a Deployment of an image. */
function web(name: string, image: string, { replicas = 1, project = 'default' } = {}) {
  const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers: [{ name: init, image: 'registry.example.com/init:1' }]
      containers: [{ name: web, image: '${image}' }]
`
  return { kind: 'WorkloadDefinition', name, project, spec: { yamlDocument } }
}

function instance(name: string, definition: string, spec: object = {}, project = 'default') {
  return { kind: 'WorkloadInstance', name, project, spec: { definition, runtime: 'default/space', ...spec } }
}

beforeAll(async () => {
  await storeBuiltIns(test.store)
  await test.store.apply(
    [...defaultRuntime, { kind: 'Project', name: 'prod', spec: { tier: 'production' } }],
    write,
  )
})

afterEach(async () => {
  await removeAll(test.store, 'PolicyException')
  await removeAll(test.store, 'Policy')
})

/** Stores a time that is over as that of an exception, as if it had passed, and makes servers read the exceptions again. */
async function expire(name: string, expiresAt: string): Promise<void> {
  const { rows } = await test.database.sql.query<{ id: bigint }>(
    `UPDATE "Object" SET spec = jsonb_set(spec, '{expiresAt}', $2) WHERE kind = 'PolicyException' AND name = $1 RETURNING id`,
    [name, JSON.stringify(expiresAt)],
  )
  expect(rows).toHaveLength(1)
  await test.store.apply([policy('unrelated', [rule('true')])], write)
}

async function removeAll(store: Store, kind: string): Promise<void> {
  const { objects } = await store.list({ kind, orderBy: [{ field: 'id', direction: 'asc' }], limit: 100 })
  for (const { id, name } of objects) {
    await store.delete([{ id }], write)
    if (kind !== 'PolicyException') continue
    const { epoch } = await restartNamed(store, kind, name)
    await store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
  }
}

const tags = rule('images.all(i, i.tag != "latest" && i.tag != "")', {
  name: 'tags',
  field: 'spec.yamlDocument',
})

describe('a policy', () => {
  it('refuses every way to write what breaks its rules, with rule, field and remedy', async () => {
    await test.store.create(web('before', 'nginx:1'), write)
    await test.store.create(policy('images', [tags], { kinds: ['WorkloadDefinition'] }), write)
    const error = {
      path: 'spec.yamlDocument',
      code: 'FORBIDDEN',
      message: 'is not allowed (rule "tags" of policy "images")',
      remedy: 'Change it.',
    }
    expect(await fieldsOf(test.store.create(web('a', 'nginx'), write))).toEqual([error])
    expect(await fieldsOf(test.store.create(web('a', 'nginx'), { ...write, dryRun: true }))).toEqual([error])
    const edit = { kind: 'WorkloadDefinition', name: 'before', spec: web('', 'nginx:latest').spec }
    expect(await fieldsOf(test.store.update(edit, write))).toEqual([error])
    const both = [web('before', 'nginx'), web('a', 'nginx:latest')]
    const all = [0, 1].map((index) => ({ ...error, path: `documents[${index}].${error.path}` }))
    expect(await fieldsOf(test.store.apply(both, write))).toEqual(all)
    expect(await fieldsOf(test.store.plan(both, write))).toEqual(all)
    await test.store.apply([web('before', 'nginx:2'), web('a', 'nginx:1')], write)
  })

  it('is reported with all its rules, and with other errors', async () => {
    const none = rule('object.labels.size() > 0', { name: 'labels', field: 'labels' })
    await test.store.create(policy('images', [tags, none]), write)
    const documents = [web('b', 'nginx'), instance('b', 'missing')]
    expect(await fieldsOf(test.store.apply(documents, write))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'documents[1].spec.definition', code: 'NOT_FOUND' }),
        expect.objectContaining({ path: 'documents[0].spec.yamlDocument' }),
        expect.objectContaining({ path: 'documents[0].labels' }),
        expect.objectContaining({ path: 'documents[1].labels' }),
      ]),
    )
  })

  it('applies to its projects, tiers, kinds and operations only, while it is enabled', async () => {
    const never = [rule('false')]
    const cases: [object, boolean][] = [
      [{ projects: ['prod'] }, false],
      [{ projects: ['default'] }, true],
      [{ tiers: ['production'] }, false],
      [{ tiers: ['development'] }, true],
      [{ kinds: ['WorkloadInstance'] }, false],
      [{ operations: ['update'] }, false],
      [{ enabled: false }, false],
    ]
    for (const [spec, isRefused] of cases) {
      await test.store.apply([policy('p', never, spec)], write)
      const created = test.store.create(web('c', 'nginx'), { ...write, dryRun: true })
      expect((await fieldsOf(created)) !== undefined, JSON.stringify(spec)).toBe(isRefused)
    }
  })

  it('that only warns returns its warning with the written object', async () => {
    await test.store.create(policy('p', [{ ...tags, severity: 'warn' }]), write)
    const [applied] = await test.store.apply([web('d', 'nginx')], write)
    const warnings = ['WorkloadDefinition "d": is not allowed (rule "tags" of policy "p"). Change it.']
    expect(applied).toMatchObject({ result: 'created', warnings })
    expect(
      await test.store.update({ kind: 'WorkloadDefinition', name: 'd', labels: { a: 'b' } }, write),
    ).toMatchObject({ warnings })
    const { applied: planned } = await test.store.plan([web('e', 'nginx')], write)
    expect(planned[0]?.warnings).toHaveLength(1)
  })

  it('does not refuse an object that stays as it is, but warns', async () => {
    await test.store.create(web('f', 'nginx'), write)
    await test.store.create(policy('p', [tags]), write)
    const [applied] = await test.store.apply([web('f', 'nginx')], write)
    expect(applied).toMatchObject({ result: 'unchanged', warnings: [expect.stringContaining('"tags"')] })
  })

  it('holds for objects of the same apply, as an exception does', async () => {
    const documents = [policy('p', [tags]), web('g', 'nginx')]
    expect(await fieldsOf(test.store.apply(documents, write))).toMatchObject([
      { path: 'documents[1].spec.yamlDocument' },
    ])
    await test.store.apply([...documents, exception()], write)
  })

  it('never refuses policies and exceptions, so that a wrong rule can be corrected', async () => {
    await test.store.create(
      policy('p', [rule('false')], { operations: ['create', 'update', 'delete'] }),
      write,
    )
    await test.store.apply([policy('p', [rule('false')], { enabled: false }), exception()], write)
    expect(await fieldsOf(test.store.create(web('h', 'nginx'), write))).toBeUndefined()
  })

  it('can check deletions', async () => {
    await test.store.create(web('i', 'nginx:1'), write)
    await test.store.create(policy('p', [rule('object.name != "i"')], { operations: ['delete'] }), write)
    const target = [{ kind: 'WorkloadDefinition', name: 'i' }]
    expect(await fieldsOf(test.store.delete(target, write))).toMatchObject([
      { path: 'spec', code: 'FORBIDDEN' },
    ])
    expect(await fieldsOf(test.store.planDeletion(target, write))).toHaveLength(1)
    await test.store.delete([...target, { kind: 'Policy', name: 'p' }], write).catch(() => undefined)
    await test.store.apply([policy('p', [rule('true')], { operations: ['delete'] })], write)
    await test.store.delete(target, write)
  })
})

describe('a rule', () => {
  it('is refused with line and column if it cannot be evaluated', async () => {
    const cases: [string, object][] = [
      ['object.spec.a == 1 &&\n  foo', { message: 'unknown variable: foo', line: 2, column: 3 }],
      ['object.sepc.a == 1', { message: 'no such key: sepc', line: 1 }],
      ['object.name', { message: 'is of type string, not bool' }],
      ['object.name == "a" ||', { message: 'unexpected token: EOF' }],
      ['images.all(i, i.tga == "")', { message: 'no such key: tga' }],
      ['object.name > 3', { message: 'no such overload: string > int' }],
      [`[${'1,'.repeat(600)}1].size() > 1`, { code: 'INVALID' }],
    ]
    for (const [expression, error] of cases)
      expect(await fieldsOf(test.store.create(policy('bad', [rule(expression)]), write))).toMatchObject([
        { path: 'spec.rules[0].expression', ...error },
      ])
    const kinds = ['Workload', 'Policy']
    expect(await fieldsOf(test.store.create(policy('bad', [rule('true')], { kinds }), write))).toMatchObject([
      { path: 'spec.kinds[0]', message: 'is not a kind' },
      { path: 'spec.kinds[1]', message: 'is a kind that no policy checks' },
    ])
  })

  it('that fails for an object counts as broken, with the reason and without values', async () => {
    await test.store.create(
      policy('p', [rule('object.spec.missing == 1'), rule('bool(object.labels.a)', { name: 'b' })]),
      write,
    )
    const labelled = { ...web('j', 'nginx'), labels: { a: 'hidden' } }
    expect(await fieldsOf(test.store.create(labelled, write))).toMatchObject([
      {
        message:
          'is not allowed (rule "rule" of policy "p", because its expression failed: no such key: missing)',
      },
      { message: expect.not.stringContaining('hidden') },
    ])
  })

  it('that takes too long is ended, whatever it does, and the others are evaluated', async () => {
    const slow = ['"' + 'a'.repeat(60) + '!".matches("^(a+)+$")', nested('x', 9)]
    const rules = [
      ...slow.map((each, index) => rule(each, { name: `slow-${index}` })),
      rule('false', { name: 'last' }),
    ]
    await test.store.create(policy('p', rules), write)
    const started = performance.now()
    const fields = await fieldsOf(test.store.create(web('k', 'nginx'), write))
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(fields).toMatchObject([
      { message: expect.stringContaining('it takes too long') },
      { message: expect.stringContaining('it takes too long') },
      { message: 'is not allowed (rule "last" of policy "p")' },
    ])
  })

  it('reads the object with its defaults, what it was, and who writes it when', async () => {
    const holds = [
      'object.kind == "WorkloadInstance" && object.name == "l" && object.project == "default" && project == "default"',
      'operation == "create" ? old == null : old.spec.guard == "on"',
      'tier == "development" && actor == "tester" && now > timestamp("2020-01-01T00:00:00Z")',
      'object.spec.runtime == "space" || object.spec.runtime == "default/space"',
      'size(manifests) == 1 && manifests[0].spec.replicas == 2',
      'images == [images[0], images[1]] && images.map(i, i.name) == ["registry.example.com/init", "nginx"]',
      'images[1].registry == "docker.io" && images[0].registry == "registry.example.com" && images[1].tag == "1.30"',
    ].map((each, index) => rule(each, { name: `r${index}` }))
    await test.store.create(web('l', 'nginx:1.29'), write)
    await test.store.create(policy('p', holds, { kinds: ['WorkloadInstance'] }), write)
    const overrides = { images: [{ name: 'nginx', newTag: '1.30' }] }
    const given = { guard: 'on', scale: [{ name: 'web', replicas: 2 }], overrides }
    expect(await fieldsOf(test.store.create(instance('l', 'l', given), write))).toBeUndefined()
    const edit = { kind: 'WorkloadInstance', name: 'l', labels: { a: 'b' } }
    expect(await fieldsOf(test.store.update(edit, write))).toBeUndefined()
  })

  it('does not read secrets', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { key: sesame }\n'
    await test.store.create(
      policy(
        'p',
        [
          rule('manifests.all(m, m.stringData.key != "sesame") && !has(object.spec.yamlDocument)', {
            name: 'a',
          }),
        ],
        { kinds: ['WorkloadDefinition'] },
      ),
      write,
    )
    const definition = { kind: 'WorkloadDefinition', name: 'm', spec: { yamlDocument: secret } }
    expect(await fieldsOf(test.store.create(definition, write))).toBeUndefined()
    const values = { kind: 'SecretDefinition', name: 'm', spec: { data: { key: 'sesame' } } }
    await test.store.apply(
      [policy('p', [rule('object.spec.data.key != "sesame"')], { kinds: ['SecretDefinition'] })],
      write,
    )
    expect(await fieldsOf(test.store.create(values, write))).toBeUndefined()
  })

  it('reads the images of a delivery', async () => {
    const registry = rule('images.all(i, i.registry == "ghcr.io" && i.digest.startsWith("sha256:"))')
    await test.store.apply([web('n', 'nginx:1')], write)
    await test.store.apply([policy('p', [registry], { kinds: ['Delivery'] })], write)
    const delivery = (name: string, image: string) => ({
      kind: 'Delivery',
      name,
      spec: { application: 'n', build: 1, images: [{ name: image, digest: `sha256:${'a'.repeat(64)}` }] },
    })
    const environments = [{ environment: 'test' }]
    const application = [
      { kind: 'Environment', name: 'test', spec: {} },
      { kind: 'Application', name: 'n', spec: { definition: 'n', environments } },
    ]
    expect(await fieldsOf(test.store.apply([...application, delivery('one', 'nginx')], write))).toMatchObject(
      [{ path: 'documents[2].spec', code: 'FORBIDDEN' }],
    )
    const renamed = web('n', 'ghcr.io/shop/web:1')
    await test.store.apply([...application, delivery('one', 'ghcr.io/shop/web'), renamed], write)
  })
})

describe('a rule for instances', () => {
  const two = rule('manifests.all(m, m.spec.replicas >= 2)', { name: 'two' })
  const inProduction = { tiers: ['production'], kinds: ['WorkloadInstance'] }

  it('is checked when their definition changes, unless they broke it before', async () => {
    await test.store.apply(
      [web('o', 'nginx:1', { replicas: 2 }), web('q', 'nginx:1', { replicas: 1 })],
      write,
    )
    await test.store.apply(
      [instance('o', 'default/o', {}, 'prod'), instance('q', 'default/q', {}, 'prod')],
      write,
    )
    await test.store.create(policy('p', [two], inProduction), write)
    expect(await fieldsOf(test.store.apply([web('o', 'nginx:1', { replicas: 1 })], write))).toMatchObject([
      {
        path: 'documents[0].spec',
        message: 'WorkloadInstance "o" in project "prod": is not allowed (rule "two" of policy "p")',
      },
    ])
    await test.store.apply(
      [web('o', 'nginx:1', { replicas: 3 }), web('q', 'nginx:2', { replicas: 1 })],
      write,
    )
  })
})

describe('a rule for a tier', () => {
  const two = rule('manifests.all(m, m.spec.replicas >= 2)', { name: 'two' })
  const images = rule('images.all(i, i.registry == "ghcr.io")', { name: 'registry' })
  const inProduction = { tiers: ['production'] }
  const patch = (replicas: number) => ({
    patches: [{ target: {}, patch: `spec: { replicas: ${replicas} }` }],
  })

  function application(environments: readonly object[]) {
    return { kind: 'Application', name: 'tiered', spec: { definition: 'tiered', environments } }
  }

  it('is checked for the environments of an application that are in it, with their overrides', async () => {
    await test.store.apply(
      [
        web('tiered', 'nginx:1', { replicas: 2 }),
        { kind: 'Environment', name: 'staging', spec: {} },
        { kind: 'Environment', name: 'live', spec: { tier: 'production' } },
      ],
      write,
    )
    const policies = [
      policy('p', [two], { ...inProduction, kinds: ['Application'] }),
      policy('q', [images], { ...inProduction, kinds: ['Delivery', 'Preview', 'Promotion'] }),
    ]
    await test.store.apply(policies, write)
    const staging = { environment: 'staging', overrides: patch(1) }
    await test.store.apply([application([staging])], write)
    const few = application([staging, { environment: 'live', overrides: patch(1) }])
    expect(await fieldsOf(test.store.apply([few], write))).toMatchObject([
      { message: 'is not allowed (rule "two" of policy "p")' },
    ])
    const image = { name: 'nginx', digest: `sha256:${'b'.repeat(64)}` }
    const delivery = {
      kind: 'Delivery',
      name: 'tiered-1',
      spec: { application: 'tiered', build: 1, images: [image] },
    }
    expect(await fieldsOf(test.store.create(delivery, { ...write, dryRun: true }))).toBeUndefined()
    await test.store.apply([application([staging, { environment: 'live' }])], write)
    expect(await fieldsOf(test.store.create(delivery, write))).toMatchObject([
      { message: 'is not allowed (rule "registry" of policy "q")' },
    ])
    const preview = {
      kind: 'Preview',
      name: 'p',
      spec: { application: 'tiered', pullRequest: 1, images: [image] },
    }
    const previewed = (previews: object) => {
      const { kind, name, spec } = application([staging, { environment: 'live' }])
      return { kind, name, spec: { ...spec, previews } }
    }
    await test.store.apply([previewed({})], write)
    expect(await fieldsOf(test.store.create(preview, { ...write, dryRun: true }))).toBeUndefined()
    await test.store.apply([previewed({ tier: 'production' })], write)
    expect(await fieldsOf(test.store.create(preview, write))).toMatchObject([
      { message: 'is not allowed (rule "registry" of policy "q")' },
    ])
    const rolledOut = test.store.apply([web('tiered', 'nginx:1', { replicas: 1 })], write)
    expect(await fieldsOf(rolledOut)).toMatchObject([
      { message: 'Application "tiered" in project "default": is not allowed (rule "two" of policy "p")' },
    ])
  })
})

describe('an exception', () => {
  beforeAll(() => test.store.apply([web('r', 'nginx:1')], write))

  it('exempts objects by kind, name and project from rules, until its time', async () => {
    await test.store.create(policy('p', [tags, rule('true', { name: 'other' })]), write)
    const cases: [object, boolean][] = [
      [{}, true],
      [{ rules: ['tags'] }, true],
      [{ rules: ['other'] }, false],
      [{ objects: [{ kind: 'WorkloadInstance' }] }, false],
      [{ objects: [{ kind: 'WorkloadDefinition', name: 's*', project: 'def*lt' }] }, true],
      [{ objects: [{ name: 't*' }] }, false],
      [{ objects: [{ project: 'prod' }] }, false],
    ]
    for (const [spec, isAllowed] of cases) {
      await test.store.apply([exception(spec)], write)
      const created = test.store.create(web('shop', 'nginx'), { ...write, dryRun: true })
      expect((await fieldsOf(created)) === undefined, JSON.stringify(spec)).toBe(isAllowed)
    }
    await test.store.apply([exception()], write)
    await expire('exempt', '2020-01-01T00:00:00Z')
    expect(await fieldsOf(test.store.create(web('shop', 'nginx'), write))).toMatchObject([
      { remedy: 'Change it. Exception "exempt" of payments expired on 2020-01-01T00:00:00Z.' },
    ])
  })

  it('is refused if it would have no effect: for a rule that its policy does not have, or a time that is over', async () => {
    const wrong = exception({ rules: ['tags', 'tagz'], expiresAt: '2020-01-01T00:00:00Z' })
    expect(await fieldsOf(test.store.apply([policy('p', [tags]), wrong], write))).toMatchObject([
      {
        path: 'documents[1].spec.rules[1]',
        message: 'is no rule of the policy: "tagz"',
        remedy: 'Its rules are tags.',
      },
      {
        path: 'documents[1].spec.expiresAt',
        message: 'is over: "2020-01-01T00:00:00Z"',
        remedy: 'Choose a later time. To end an exception, delete it.',
      },
    ])
  })

  it('can be applied as it is once it has expired', async () => {
    await test.store.apply([policy('p', [tags]), exception()], write)
    await expire('exempt', '2020-01-01T00:00:00Z')
    const expired = exception({ expiresAt: '2020-01-01T00:00:00Z' })
    expect(await test.store.apply([expired], write)).toMatchObject([{ result: 'unchanged' }])
    const renamed = exception({ expiresAt: '2020-01-01T00:00:00Z', owner: 'shop' })
    expect(await test.store.apply([renamed], write)).toMatchObject([{ result: 'updated' }])
  })

  it('keeps its policy from being deleted', async () => {
    await test.store.apply([policy('p', [tags]), exception()], write)
    await expect(test.store.delete([{ kind: 'Policy', name: 'p' }], write)).rejects.toMatchObject({
      code: 'BLOCKED',
    })
  })
})

describe('the policies of a process', () => {
  const namesOf = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf(test.database.sql, work)).map(({ name }) => name)

  it('cost no statement, with or without policies that concern others', async () => {
    await test.store.create(web('u', 'nginx'), write)
    const create = (name: string) => () => test.store.create(instance(name, 'u'), write)
    expect(await namesOf(create('u1'))).toEqual(['find-any-schema', 'create-together'])
    await test.store.create(policy('p', [tags], { kinds: ['Delivery'] }), write)
    await create('u2')()
    expect(await namesOf(create('u3'))).toEqual(['find-any-schema', 'create-together'])
  })

  it('follow what other processes have written, without being told', async () => {
    const other = createStore({
      database: test.database,
      encryption: createEncryption(randomBytes(32)),
      clusters: trustedPolicy,
    })
    await other.create(web('v', 'nginx'), write)
    const change = { kind: 'WorkloadDefinition', name: 'v', spec: web('', 'nginx:latest').spec }
    await test.store.create(policy('p', [tags]), write)
    expect(await fieldsOf(other.create(web('w', 'nginx'), write))).toHaveLength(1)
    expect(await fieldsOf(other.update(change, write))).toHaveLength(1)
    await test.store.apply([exception()], write)
    await other.create(web('w', 'nginx'), write)
    await test.store.apply([policy('p', [rule('false')], { operations: ['delete'] })], write)
    await removeAll(test.store, 'PolicyException')
    await other.update(change, write)
    expect(await fieldsOf(other.delete([{ kind: 'WorkloadDefinition', name: 'v' }], write))).toHaveLength(1)
  })
})

/** Returns an expression that takes 10 to the power of `depth` steps. */
function nested(name: string, depth: number): string {
  const list = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
  return depth === 0 ? 'true' : `${list}.all(${name}${depth}, ${nested(name, depth - 1)})`
}
