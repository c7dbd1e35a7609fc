import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { builder } from '../../../schema/graphql/builder.ts'
import { dependsOn } from '../../../schema/graphql/dependence.ts'
import { permissionOf } from '../../../schema/graphql/permissions.ts'
import { schema, workerSchema } from '../../../schema/graphql/schema.ts'

describe.each([
  ['clients', schema],
  ['workers', workerSchema],
])('the schema of %s', (_, built) => {
  it('keeps no configurations from which it was built', () => {
    const names = new Set<string>()
    for (const type of Object.values(built.getTypeMap())) {
      for (const name of Object.keys(type.extensions)) names.add(name)
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields()))
        for (const each of [field, ...('args' in field ? field.args : [])])
          for (const name of Object.keys(each.extensions)) names.add(name)
    }
    // Those of the Prisma plugin are read by its resolvers.
    expect([...names].filter((name) => !/^pothos(Prisma|Exposed)/.test(name)).sort()).toEqual(
      expect.arrayContaining(['complexity', 'permissions']),
    )
    expect(
      [...names].filter((name) => /Config$|Options$|Original|Wrapped|Mappers|subGraphs/.test(name)),
    ).toEqual([])
  })
})

it('keeps what is declared for requests', () => {
  const name = schema.getType('ManagedObject')
  expect(isInterfaceType(name) && name.getFields()['name']?.extensions).toMatchObject(dependsOn('nothing'))
  expect(permissionOf(schema.getMutationType()?.getFields()['apply'])).toEqual({ verb: 'write' })
})

it('leaves no fields in the builder', () => {
  expect(Reflect.get(builder.configStore, 'fields')).toEqual(new Map())
})
