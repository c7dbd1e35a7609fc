import { expect, it } from 'vitest'
import { isAutoscalerKind } from '../../../../schema/autoscaler-kinds.ts'
import { autoscaled, isScaledBy } from '../../../../workers/kube/client/autoscaled.ts'

const web = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }
const scaler = (kind: string, spec: object, namespace?: string) => ({
  apiVersion: 'example.com/v1',
  kind,
  metadata: { name: 'scaler', ...(namespace === undefined ? {} : { namespace }) },
  spec,
})

it.each([
  ['HorizontalPodAutoscaler', true],
  ['ScaledObject', true],
  ['WatermarkPodAutoscaler', true],
  ['CronHorizontalPodAutoscaler', true],
  ['VerticalPodAutoscaler', false],
  ['Deployment', false],
])('recognises a %s as an autoscaler of replicas: %s', (kind, is) => {
  expect(isAutoscalerKind(kind)).toBe(is)
})

it.each([
  ['its full target', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }, true],
  [
    'an old version',
    { scaleTargetRef: { apiVersion: 'apps/v1beta2', kind: 'Deployment', name: 'web' } },
    true,
  ],
  ['only the kind', { scaleTargetRef: { kind: 'Deployment', name: 'web' } }, true],
  ['only a name, as KEDA allows', { scaleTargetRef: { name: 'web' } }, true],
  ['a targetRef', { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }, true],
  ['another name', { scaleTargetRef: { kind: 'Deployment', name: 'api' } }, false],
  ['another kind', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' } }, false],
  [
    'another group',
    { scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Deployment', name: 'web' } },
    false,
  ],
  ['no target', {}, false],
])('reads the target of an autoscaler that names %s', (_, spec, is) => {
  expect(isScaledBy(web, scaler('ScaledObject', spec))).toBe(is)
})

it('delegates replicas only in the namespace of the autoscaler', () => {
  const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }
  const keys = autoscaled(
    [
      scaler('HorizontalPodAutoscaler', spec),
      scaler('HorizontalPodAutoscaler', spec, 'other'),
      scaler('VerticalPodAutoscaler', { targetRef: { kind: 'Deployment', name: 'api' } }),
    ],
    'shop',
  )
  expect([...keys]).toEqual(['apps/Deployment shop/web', 'apps/Deployment other/web'])
})
