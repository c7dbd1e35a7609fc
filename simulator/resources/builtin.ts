import { modelType } from '../schema/models.ts'
import { declaredResources } from './generated/resources.ts'
import type { BuiltinResource, Resource } from './resource.ts'

/** Returns the resources that are served without a CustomResourceDefinition, in the order of discovery. */
export function builtinResources(): Resource[] {
  return declaredResources.map(typed)
}

function typed(resource: BuiltinResource): Resource {
  return { ...resource, type: () => modelType(resource.model) }
}
