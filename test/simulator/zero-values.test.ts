import { describe, expect, it } from 'vitest'
import { factsByModel } from '../../simulator/schema/generated/type-facts.ts'
import { modelType } from '../../simulator/schema/models.ts'
import { normalise } from '../../simulator/schema/normalise.ts'
import { fieldsWithOwnZero } from '../../simulator/schema/zero-values.ts'

describe('the tables of built-in types', () => {
  it('name only existing fields', () => {
    const generated = Object.entries(factsByModel).flatMap(([model, { fields }]) =>
      Object.keys(fields).map((field) => `${model}.${field}`),
    )
    const missing = [...fieldsWithOwnZero, ...generated].filter((id) => {
      const [model = '', field = ''] = id.split('.')
      return !modelType(model).fields.has(field)
    })
    expect(missing).toEqual([])
  })
})

/** Objects that were once stored differently than by Kubernetes, as given and as Kubernetes' own types write them. */
const cases: readonly [model: string, given: object, stored: object][] = [
  // Empty values behind pointers are stored.
  ['V1CSIDriverSpec', { fsGroupPolicy: '' }, { fsGroupPolicy: '' }],
  ['V1CSIVolumeSource', { driver: 'a', readOnly: false }, { driver: 'a', readOnly: false }],
  ['V1EphemeralContainer', { name: 'a', restartPolicy: '' }, { name: 'a', resources: {}, restartPolicy: '' }],
  ['V1SuccessPolicyRule', { succeededIndexes: '' }, { succeededIndexes: '' }],
  // Empty plain values are omitted.
  ['CoreV1EndpointPort', { name: '', port: 1 }, { port: 1 }],
  ['DiscoveryV1EndpointPort', { name: '', port: 1 }, { name: '', port: 1 }],
  ['V1CustomResourceColumnDefinition', { priority: 0 }, { jsonPath: '', name: '', type: '' }],
  ['V2HorizontalPodAutoscalerStatus', { currentReplicas: 0 }, { currentMetrics: null, desiredReplicas: 0 }],
  // Required fields are always stored.
  ['EventsV1EventSeries', {}, { count: 0, lastObservedTime: null }],
  ['V1EnvVar', { value: 'a' }, { name: '', value: 'a' }],
  ['V1NodeSelector', {}, { nodeSelectorTerms: null }],
  ['V2ResourceMetricStatus', { name: 'cpu' }, { name: 'cpu', current: {} }],
  // So are times that are no pointers.
  ['V1DaemonSetCondition', {}, { type: '', status: '', lastTransitionTime: null }],
  ['V1VolumeError', { message: 'a' }, { message: 'a', time: null }],
]

describe('a built-in type', () => {
  it.each(cases)('is stored as Go writes it: %s of %j', (model, given, stored) => {
    const value = JSON.parse(JSON.stringify(given))
    expect(normalise(modelType(model), value, 'v1').value).toEqual(stored)
  })

  it('merges conditions of a ComponentStatus by their type', () => {
    const type = modelType('V1ComponentStatus').fields.get('conditions')?.type()
    expect(type).toMatchObject({ is: 'list', kind: 'map', keys: ['type'], mergeKey: 'type' })
  })
})
