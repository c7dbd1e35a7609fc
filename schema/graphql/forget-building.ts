import SchemaBuilder, { BasePlugin, type SchemaTypes as AnyTypes } from '@pothos/core'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/*
 * Pothos keeps the configurations from which it has built a schema: in a cache that its resolvers refer to, in the builder, and in the
 * extensions of all fields. They are an eighth of the memory of a server at rest, and nothing reads them.
 */

const pluginName = 'forgetBuilding'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- plugins of Pothos are declared by augmenting its namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      forgetBuilding: ForgetBuildingPlugin<Types>
    }
  }
}

/** Empties the cache of a schema once it is built. Has to be the first plugin, which is the last to see the schema. */
class ForgetBuildingPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    const { types, outputFieldConfigs, inputFieldConfigs } = this.buildCache as unknown as Record<
      string,
      Map<unknown, unknown>
    >
    for (const kept of [types, outputFieldConfigs, inputFieldConfigs]) kept?.clear()
    return schema
  }
}

SchemaBuilder.registerPlugin(pluginName, ForgetBuildingPlugin)
export default pluginName

/** The extensions of what Pothos has built that refer to its configurations. The Prisma plugin reads others. */
const ofBuilding: ReadonlySet<string> = new Set([
  'pothosConfig',
  'pothosOptions',
  'pothosOriginalResolve',
  'pothosOriginalSubscribe',
  'pothosResolveWrapped',
  'pothosSubscribeWrapped',
  'pothosArgMappers',
  'subGraphs',
])

/** Removes the configurations from a builder that builds no more schema, and from the schemas that it has built. */
export function forgetBuilding(
  { configStore }: { configStore: object },
  schemas: readonly GraphQLSchema[],
): void {
  const { fields } = configStore as { fields?: Map<unknown, unknown> }
  fields?.clear()
  for (const schema of schemas)
    for (const type of Object.values(schema.getTypeMap())) for (const each of partsOf(type)) forget(each)
}

interface Extended {
  extensions: object
}

/** Returns a type, and its fields with their arguments or its values. */
function partsOf(type: GraphQLNamedType): Extended[] {
  if (isEnumType(type)) return [type, ...type.getValues()]
  if (isInputObjectType(type)) return [type, ...Object.values(type.getFields())]
  if (!isObjectType(type) && !isInterfaceType(type)) return [type]
  return [type, ...Object.values(type.getFields()).flatMap((field) => [field, ...field.args])]
}

const none = Object.freeze({})

function forget(part: Extended): void {
  const { extensions } = part
  let kept: Record<string, unknown> | undefined
  for (const name of Object.keys(extensions)) {
    if (ofBuilding.has(name)) continue
    const value: unknown = Reflect.get(extensions, name)
    if (value !== undefined) (kept ??= {})[name] = value
  }
  part.extensions = kept ?? none
}
