import type { Manifest } from '../../schema/manifests.ts'
import type { Program } from './program.ts'

/** The label by which the simulator knows what a Deployment stands in for. */
const controllerLabel = 'simulator.qleetos.io/controller'

interface StandIn {
  /** The part of the simulator that works while the Deployment is available. */
  controller: string
  image: string
  /** Settings that a change rolls out, as with the real program. */
  args?: readonly string[]
  /** The claim with its data. @default none */
  claim?: string | undefined
}

/** Returns the resources of a program in a simulated runtime: a Deployment and a Service with the name of the real ones. */
export function standInOf(
  { namespace, releaseName, service, port }: Program,
  { controller, image, args = [], claim }: StandIn,
): Manifest[] {
  const matchLabels = { app: releaseName }
  const volume = { name: 'data', persistentVolumeClaim: { claimName: claim } }
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: releaseName, namespace, labels: { [controllerLabel]: controller } },
      spec: {
        replicas: 1,
        selector: { matchLabels },
        template: {
          metadata: { labels: matchLabels },
          spec: {
            containers: [{ name: controller, image, ...(args.length === 0 ? {} : { args }) }],
            ...(claim === undefined ? {} : { volumes: [volume] }),
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: service, namespace, labels: { [controllerLabel]: controller } },
      spec: { selector: matchLabels, ports: [{ name: 'http', port }] },
    },
  ]
}

/** Returns the claim of a volume in the namespace of a program. It can grow if its storage class permits. */
export function volumeOf(
  { namespace }: Program,
  { name, storage, labels }: { name: string; storage: string; labels?: Record<string, string> },
): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace, ...(labels === undefined ? {} : { labels }) },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
  }
}
