import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import { healthOf } from '../../../../workers/kube/health/health.ts'
import { expect } from 'vitest'

/* Objects as clusters return them, for the tables of health. */

type Expected = 'ready' | 'progressing' | 'failed' | 'terminating'
export type Case = [title: string, object: object, expected: Expected, reason?: string, message?: string]

export const condition = (type: string, status: string, reason = '', message = '') => ({
  type,
  status,
  reason,
  message,
})

export function of(
  apiVersion: string,
  kind: string,
  { spec = {}, status = {}, metadata = {} }: Partial<Record<'spec' | 'status' | 'metadata', object>>,
) {
  return { apiVersion, kind, metadata: { name: 'x', generation: 2, ...metadata }, spec, status }
}

export const deployment = (status: object, spec: object = {}) =>
  of('apps/v1', 'Deployment', {
    spec: { replicas: 3, ...spec },
    status: { observedGeneration: 2, ...status },
  })
export const replicaSet = (status: object) =>
  of('apps/v1', 'ReplicaSet', { spec: { replicas: 2 }, status: { observedGeneration: 2, ...status } })
export const statefulSet = (status: object, spec: object = {}) =>
  of('apps/v1', 'StatefulSet', {
    spec: { replicas: 3, ...spec },
    status: { observedGeneration: 2, ...status },
  })
export const daemonSet = (status: object, spec: object = {}) =>
  of('apps/v1', 'DaemonSet', { spec, status: { observedGeneration: 2, ...status } })
export const job = (status: object, spec: object = {}) => of('batch/v1', 'Job', { spec, status })
export const pod = (status: object) => of('v1', 'Pod', { status })
export const service = (spec: object, status: object = {}) => of('v1', 'Service', { spec, status })
export const claim = (phase: string) => of('v1', 'PersistentVolumeClaim', { status: { phase } })
export const namespace = (status: object, metadata: object = {}) =>
  of('v1', 'Namespace', { status, metadata })
export const hpa = (...conditions: object[]) =>
  of('autoscaling/v2', 'HorizontalPodAutoscaler', { status: { conditions } })
export const crd = (...conditions: object[]) =>
  of('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { status: { conditions } })
export const gateway = (...conditions: object[]) =>
  of('gateway.networking.k8s.io/v1', 'Gateway', {
    status: { conditions, addresses: [{ type: 'IPAddress', value: '192.0.2.1' }] },
  })
export const listeningGateway = (...conditions: object[]) =>
  of('gateway.networking.k8s.io/v1', 'Gateway', {
    status: { conditions: [condition('Accepted', 'True')], listeners: [{ name: 'https-443', conditions }] },
  })
export const route = (...parents: object[]) =>
  of('gateway.networking.k8s.io/v1', 'HTTPRoute', {
    spec: { parentRefs: [{ name: 'edge' }] },
    status: { parents },
  })
export const parent = (...conditions: object[]) => ({ parentRef: { name: 'edge' }, conditions })
export const certificate = (...conditions: object[]) =>
  of('cert-manager.io/v1', 'Certificate', { status: { conditions } })
export const issuer = (...conditions: object[]) =>
  of('cert-manager.io/v1', 'ClusterIssuer', { status: { conditions } })
export const externalSecret = (syncedResourceVersion: string, ...conditions: object[]) =>
  of('external-secrets.io/v1', 'ExternalSecret', { status: { syncedResourceVersion, conditions } })
export const secretStore = (...conditions: object[]) =>
  of('external-secrets.io/v1', 'ClusterSecretStore', { status: { conditions } })
export const rollout = (status: object) => of('argoproj.io/v1alpha1', 'Rollout', { status })
export const custom = (status: object) => of('example.com/v1', 'Thing', { status })
export const conditions = (...all: object[]) => custom({ conditions: all })

/** Compares the health of one case with what is expected. */
export function expectHealth([, object, state, reason = '', message = '']: Case): void {
  const health = healthOf(object as KubeObject)
  expect(health).toMatchObject({ state, reason })
  expect(health.message).toContain(message)
  // Any health but ready has a message.
  expect(health.message === '').toBe(state === 'ready')
}
