import { beforeAll, describe, expect, it } from 'vitest'
import type { ObjectInput } from '../../../schema/inputs.ts'
import type { Rule, Verb } from '../../../schema/permissions.ts'
import { createPolicy } from '../../../server/auth/policy.ts'
import { createActorStore } from '../../../server/store/actor/actor-store.ts'
import { defaultRuntime, definition, instance, testStore, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)

beforeAll(async () => {
  const projects = ['other', 'hidden'].map((name) => ({ kind: 'Project', name, spec: {} }))
  await test.store.apply(
    [
      ...projects,
      definition('web'),
      { ...definition('checkout'), project: 'other' },
      { ...definition('billing'), project: 'hidden' },
      { kind: 'SecretDefinition', name: 'token', spec: { data: { token: 'hush' } } },
      { kind: 'DomainNameDefinition', name: 'shop', spec: { domain: 'example.com', zone: 'example.com' } },
    ],
    write,
  )
})

/** Writes as an actor with rules; resolves with the errors of the fields. */
async function fieldsOf(documents: readonly ObjectInput[], rules: readonly Rule[] = everything) {
  const policy = createPolicy(() => rules)
  const store = createActorStore(test.store, { actor: { kind: 'ADMIN', name: 'tester' }, policy })
  const error: unknown = await store.apply(documents, {}).catch((thrown: unknown) => thrown)
  const { fields } = (error as { details: { fields: { path: string; remedy: string }[] } }).details
  return fields.map(({ path, remedy }) => [path, remedy])
}

const everything: Rule[] = [{ verbs: ['read', 'write'], kinds: '*', projects: '*' }]
const writing: Verb[] = ['write']
const none = 'Create it first, or use the name of an existing one.'

describe('a reference to an object that does not exist', () => {
  it.each<[string, ObjectInput, [string, string]]>([
    [
      'the most similar name in the project',
      instance('x', { definition: 'wep' }),
      ['documents[0].spec.definition', 'Did you mean "web"?'],
    ],
    [
      'the runtime',
      instance('x', { definition: 'web', runtime: 'spcae' }),
      ['documents[0].spec.runtime', 'Did you mean "space"?'],
    ],
    [
      'the same name in another project',
      instance('x', { definition: 'checkout' }),
      ['documents[0].spec.definition', 'Did you mean "other/checkout"?'],
    ],
    [
      'a similar name in the project that the reference names',
      instance('x', { definition: 'other/chekout' }),
      ['documents[0].spec.definition', 'Did you mean "other/checkout"?'],
    ],
    [
      'the project that was meant',
      instance('x', { definition: 'othr/checkout' }),
      ['documents[0].spec.definition', 'Did you mean "other/checkout"?'],
    ],
    [
      'the name alone if it is in the project of the object',
      instance('x', { definition: 'defualt/web' }),
      ['documents[0].spec.definition', 'Did you mean "web"?'],
    ],
    [
      'the project of the object',
      { ...definition('x'), project: 'othre' },
      ['documents[0].project', 'Did you mean "other"?'],
    ],
    [
      'a domain',
      { kind: 'GatewayDefinition', name: 'x', spec: { http: [{}], domainName: 'shp' } },
      ['documents[0].spec.domainName', 'Did you mean "shop"?'],
    ],
    [
      'a secret',
      { kind: 'SecretInstance', name: 'x', spec: { definition: 'tokne', namespace: 'x', runtime: 'space' } },
      ['documents[0].spec.definition', 'Did you mean "token"?'],
    ],
    ['nothing else', instance('x', { definition: 'nowhere' }), ['documents[0].spec.definition', none]],
  ])('suggests %s', async (_, document, field) => {
    expect(await fieldsOf([document])).toEqual([field])
  })

  it('suggests an object of the same request', async () => {
    const documents = [definition('frontend'), instance('x', { definition: 'frontent' })]
    expect(await fieldsOf(documents)).toEqual([['documents[1].spec.definition', 'Did you mean "frontend"?']])
  })

  it('suggests no object that is being deleted', async () => {
    await test.store.create(definition('leaving'), write)
    await test.store.delete([{ kind: 'WorkloadDefinition', name: 'leaving' }], write)
    expect(await fieldsOf([instance('x', { definition: 'leavin' })])).toEqual([
      ['documents[0].spec.definition', none],
    ])
  })

  it('suggests the name out of many that begin in the same way', async () => {
    const many = Array.from({ length: 300 }, (_, index) => definition(`service-${1000 + index}-api`))
    await test.store.apply(many, write)
    expect(await fieldsOf([instance('x', { definition: 'service-1177-apo' })])).toEqual([
      ['documents[0].spec.definition', 'Did you mean "service-1177-api"?'],
    ])
  })
})

describe('an actor that may not read everything', () => {
  const reader = (kinds: Rule['kinds'], projects: Rule['projects']): Rule[] => [
    { verbs: writing, kinds: '*', projects: '*' },
    { verbs: ['read'], kinds, projects },
  ]
  it.each<[string, Rule[], ObjectInput, string]>([
    [
      'a kind that it may read',
      reader(['WorkloadDefinition'], '*'),
      instance('x', { definition: 'wep' }),
      'Did you mean "web"?',
    ],
    ['a kind that it may not read', reader(['Secret'], '*'), instance('x', { definition: 'wep' }), none],
    [
      'nothing that it may read',
      [{ verbs: writing, kinds: '*', projects: '*' }],
      instance('x', { definition: 'wep' }),
      none,
    ],
    [
      'another project that it may read',
      reader('*', ['hidden']),
      instance('x', { definition: 'billing' }),
      'Did you mean "hidden/billing"?',
    ],
    [
      'another project that it may not read',
      reader('*', ['default', 'other']),
      instance('x', { definition: 'billing' }),
      none,
    ],
    [
      'a name in a project that it may not read',
      reader('*', ['default']),
      instance('x', { definition: 'hidden/biling' }),
      none,
    ],
    [
      'a project that it may not read',
      reader('*', ['default']),
      { ...definition('x'), project: 'hiden' },
      none,
    ],
    [
      'a project that it may read',
      reader('*', ['hidden']),
      { ...definition('x'), project: 'hiden' },
      'Did you mean "hidden"?',
    ],
  ])('gets suggestions only of what it may read: %s', async (_, rules, document, remedy) => {
    const fields = await fieldsOf([document], rules)
    expect(fields.map(([, each]) => each)).toEqual([remedy])
  })
})
