import { childOf, objectOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Strategy } from './strategy.ts'

const nameLabel = 'kubernetes.io/metadata.name'

export const namespace: Strategy = {
  nameRule: 'label',
  defaults(object: JsonObject) {
    const metadata = childOf(object, 'metadata')
    if (typeof metadata['name'] === 'string' && metadata['name'] !== '')
      metadata['labels'] = { ...objectOf(metadata['labels']), [nameLabel]: metadata['name'] }
  },
  prepareCreate(object: KubeObject) {
    object['spec'] = { ...objectOf(object['spec']), finalizers: ['kubernetes'] }
    object['status'] = { phase: 'Active' }
  },
  prepareUpdate(object: KubeObject, old: KubeObject) {
    object['spec'] = { ...objectOf(object['spec']), finalizers: objectOf(old['spec'])['finalizers'] ?? [] }
  },
  gracePeriod: () => 0,
}
