import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isSpecifiedScalarType, type GraphQLNamedType } from 'graphql'
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { schema } from '../../schema/graphql/schema.ts'
import { implementedKinds } from '../../schema/graphql/kind-type.ts'
import { dependencyKinds } from '../../schema/dependencies/declaration.ts'
import { declaredDependencyKinds } from '../../schema/dependencies/types.ts'
import { checkObject } from '../../schema/inputs.ts'
import { allKinds, conceptNames } from '../../schema/kinds/index.ts'
import { restFields } from '../../server/http/rest/fields.ts'
import { restPaths } from '../../server/http/rest/names.ts'
import { reconcilers } from '../../workers/registry.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const notConcepts: Record<string, readonly string[]> = {
  'schema/kinds': ['kind', 'index', 'concepts'],
}

function filesOf(folder: string): string[] {
  return readdirSync(`${root}${folder}`)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !(notConcepts[folder] ?? []).includes(name))
    .sort()
}

function unwrapped(type: z.core.$ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
    return type.meta()?.description === undefined ? unwrapped(type.unwrap()) : type
  }
  if (type instanceof z.ZodType) return type
  throw new TypeError('not a type of zod')
}

describe('registry', () => {
  it('has one line for each file of kinds', () => {
    expect(filesOf('schema/kinds')).toEqual([...conceptNames].sort())
  })

  it('lets edits of all shared definitions go in waves, except for those that own objects', () => {
    const shared = new Set(
      allKinds.flatMap(({ pair, reconciled }) => (pair !== undefined && reconciled ? [pair.definition] : [])),
    )
    const expected = allKinds.filter(
      ({ kind, owns = [] }) => kind === 'Profile' || (shared.has(kind) && owns.length === 0),
    )
    expect(allKinds.filter(({ rollsOut }) => rollsOut)).toEqual(expected)
  })

  it('has a GraphQL file for each concept', () => {
    for (const concept of conceptNames)
      expect(existsSync(`${root}schema/graphql/kinds/${concept}.ts`), concept).toBe(true)
    expect([...implementedKinds()].sort()).toEqual(allKinds.map(({ kind }) => kind).sort())
  })

  it('has a reconciler for each kind that declares one, and for no other', () => {
    const reconciled = allKinds.filter((kind) => kind.reconciled)
    expect([...reconcilers.keys()].sort()).toEqual(reconciled.map(({ kind }) => kind).sort())
    expect(filesOf('workers/reconcilers')).toEqual(
      [...new Set(reconciled.map(({ concept }) => concept))].sort(),
    )
  })

  it('pairs each instance with the definition that it references, under a separate name', () => {
    const pairs = allKinds.map(({ kind, pair }) => [kind, pair?.definition])
    const named = allKinds.map(({ kind, references }) => [
      kind,
      kind.endsWith('Instance') ? references.find(({ field }) => field === 'definition')?.to : undefined,
    ])
    expect(pairs).toEqual(named)
    const names = [...allKinds.map(({ kind }) => kind), ...allKinds.flatMap(({ pair }) => pair?.name ?? [])]
    expect(names).toEqual([...new Set(names)])
  })

  it('lists each kind that applications may depend on as a kind of dependencies', () => {
    expect([...dependencyKinds].sort()).toEqual([...declaredDependencyKinds].sort())
  })

  it('has a test for each reconciler', () => {
    for (const name of filesOf('workers/reconcilers')) {
      expect(existsSync(`${root}test/workers/reconcilers/${name}.test.ts`), name).toBe(true)
    }
  })

  it('assigns every kind name, plural and alias to one kind', () => {
    const names = allKinds.flatMap(({ kind, plural, aliases = [] }) => [
      kind.toLowerCase(),
      plural.toLowerCase(),
      ...aliases,
    ])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('has no cycle of references between kinds', () => {
    const reach = (kind: string, seen: readonly string[]): string[] =>
      allKinds
        .find((each) => each.kind === kind)
        ?.references.flatMap(({ to }) => (seen.includes(to) ? [to] : reach(to, [...seen, to]))) ?? []
    for (const { kind } of allKinds) expect(reach(kind, [kind]), kind).toEqual([])
  })
})

describe.each(allKinds.map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  it('describes itself and every field', () => {
    expect(kind.description).toMatch(/\.$/)
    for (const shape of [kind.spec.shape, kind.outputs.shape]) {
      for (const [field, type] of Object.entries(shape)) {
        const { description } = unwrapped(type).meta() ?? {}
        expect(description, field).toMatch(/\.$/)
      }
    }
  })

  it('references kinds that exist, and prints fields that exist', () => {
    for (const { to } of kind.references) expect(allKinds.map((each) => each.kind)).toContain(to)
    for (const { path } of kind.columns) {
      const [, outputs, field = ''] = path.startsWith('spec.')
        ? ['', 'spec', path.slice(5)]
        : (/^status\.(outputs)\.(.+)$/.exec(path) ?? [])
      const shape = outputs === 'spec' ? kind.spec.shape : kind.outputs.shape
      expect(Object.keys(shape), path).toContain(field)
    }
  })

  it('has valid examples, the first of which can be changed to each of the others', () => {
    const named: Record<string, unknown> = Object.fromEntries(
      kind.references.flatMap(({ field, insteadOf }) =>
        insteadOf === undefined ? [[field, 'example']] : [],
      ),
    )
    for (const { field, key } of kind.referenceLists)
      if (key !== undefined) named[field] = [{ [key]: 'example' }]
    for (const example of kind.examples) {
      expect(Object.keys(example).filter((field) => field in named)).toEqual([])
      const { draft, errors } = checkObject(
        {
          kind: kind.kind,
          name: kind.nameOf?.({ ...named, ...example }) ?? 'example',
          spec: { ...named, ...example },
        },
        '',
      )
      expect(errors).toEqual([])
      const [first] = kind.examples
      const fixed = (kind.immutable ?? []).filter((field) => !(field in named))
      for (const field of fixed) expect(draft?.spec[field], field).toEqual(first[field])
    }
  })

  it('derives outputs exactly if no reconciler reports them', () => {
    const derives = Object.keys(kind.outputs.shape).length > 0 && !kind.reconciled
    expect(kind.derive !== undefined).toBe(derives)
  })

  it('has its own REST paths, in both spellings, and unique names for every field', () => {
    const others = allKinds.filter((each) => each.kind !== kind.kind).flatMap(restPaths)
    expect(restPaths(kind).filter((path) => others.includes(path))).toEqual([])
    const names = restFields(kind).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

interface Described {
  name: string
  description?: string | null | undefined
  args?: readonly Described[]
}

/** Returns the paths below a type, and the type itself, whose description is missing or no sentence. */
function undescribed(type: GraphQLNamedType): string[] {
  const fields: Described[] = 'getFields' in type ? Object.values(type.getFields()) : []
  const values: Described[] = 'getValues' in type ? [...type.getValues()] : []
  const places: [string, Described][] = [
    [type.name, type],
    ...[...fields, ...values].map((each): [string, Described] => [`${type.name}.${each.name}`, each]),
    ...fields.flatMap(({ name, args = [] }) =>
      args.map((each): [string, Described] => [`${type.name}.${name}(${each.name})`, each]),
    ),
  ]
  return places
    .filter(([, { description }]) => !/[.?)`"]$/.test(description?.trim() ?? ''))
    .map(([place]) => place)
}

describe('GraphQL schema', () => {
  it('describes every type, field, argument and value in a sentence', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
    expect(types.filter((type) => !isSpecifiedScalarType(type)).flatMap(undescribed)).toEqual([])
  })

  it('has the five operations of every kind', () => {
    const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    )
    for (const { kind, plural } of allKinds) {
      const one = kind.charAt(0).toLowerCase() + kind.slice(1)
      expect(operations).toEqual(
        expect.arrayContaining([one, plural, `create${kind}`, `update${kind}`, `delete${kind}`]),
      )
    }
  })
})
