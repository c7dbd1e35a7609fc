import { defined } from '../../schema/defined.ts'
import { KubernetesRuntimeDefinition } from '../../schema/kinds/kubernetes-runtime.ts'
import { cloudParameters } from '../../schema/profiles/types.ts'
import { clouds } from '../../schema/runtimes.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { ProviderBlocked } from '../runtimes/provider.ts'

/** What a runtime of a provider in a cloud consists of, with what its profile decides. */
export interface CloudRuntime {
  account: string | undefined
  kubernetesVersion: string | undefined
  hostedZones: string[] | undefined
  highAvailability: boolean
  nodeMaximum: number
  machineType: string
  /** The region of its location; undefined for the default region of the account. */
  region: string | undefined
}

/** Returns what a runtime wants of its cloud. Throws ProviderBlocked for what the cloud does not have. */
export function cloudRuntimeOf({ object }: ReconcileContext): CloudRuntime {
  const definition = referenced(objectAs(object, 'KubernetesRuntimeInstance').definition)
  const spec = KubernetesRuntimeDefinition.spec.parse(definition.manifestSpec)
  const decided = cloudParameters.strip().parse(spec.parameters ?? {})
  const wanted = { ...spec, ...defined(decided) }
  const { account, kubernetesVersion, hostedZones, highAvailability, nodeSize, nodeProfile, nodeMaximum } =
    wanted
  const cloud = clouds[spec.provider]
  if (cloud === undefined) throw new Error(`${spec.provider} is no provider in a cloud`)
  const machineType = cloud.nodeTypes[nodeProfile][nodeSize]
  if (machineType === undefined)
    throw new ProviderBlocked(
      'NoSuchNodes',
      `${cloud.name} has no nodes of size ${nodeSize} with profile ${nodeProfile}. Change one of them in the profile ${spec.profile ?? ''}.`,
    )
  const { location } = object.manifestSpec as { location: string }
  const region = cloud.regions[location]
  if (region === undefined && location !== 'Local')
    throw new ProviderBlocked(
      'NoSuchLocation',
      `${cloud.name} has no region at location ${location}. Create the runtime at one of ${Object.keys(cloud.regions).join(', ')}.`,
    )
  return { account, kubernetesVersion, hostedZones, highAvailability, nodeMaximum, machineType, region }
}
