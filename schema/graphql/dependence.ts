import { isInterfaceType, isObjectType, type GraphQLNamedType } from 'graphql'

/**
 * What the value of a field depends on. Fields that declare nothing may depend on anything: other objects, the client, the time.
 *
 * - `nothing`: it never changes, as the name of an object.
 * - `row`: it changes only when the row of its object does, or the objects that it refers to are others.
 */
export type Dependence = 'nothing' | 'row'

const key = 'dependsOn'

/** Declares what a field depends on, or all fields of a type that declare nothing themselves. */
export const dependsOn = (dependence: Dependence | 'others') => ({ [key]: dependence })

/** Returns what a field of a type depends on; undefined if that is unknown. */
export function dependenceOf(type: GraphQLNamedType | undefined, field: string): Dependence | undefined {
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  const declared = type.getFields()[field]?.extensions[key] ?? type.extensions[key]
  return declared === 'nothing' || declared === 'row' ? declared : undefined
}
