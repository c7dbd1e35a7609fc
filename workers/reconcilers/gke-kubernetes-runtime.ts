import type { z } from 'zod'
import {
  GkeKubernetesRuntimeDefinition as DefinitionKind,
  type GkeKubernetesRuntimeInstance as InstanceKind,
} from '../../schema/kinds/gke-kubernetes-runtime.ts'
import { poolsOf } from '../../schema/node-pools.ts'
import { clusterOutcome } from '../clouds/cluster.ts'
import { inCloud } from '../clouds/account.ts'
import { removeFromCloud } from '../clouds/removal.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { accessTo } from '../gcp/account.ts'
import { gcpOutcome } from '../gcp/errors.ts'
import {
  callsOfGke,
  ensureGke,
  regionOf,
  renewToken,
  tokenRenewal,
  usualMinutes,
  type DesiredGke,
} from '../gcp/gke/gke.ts'

/** Reconciles a cluster of Google Kubernetes Engine, with its network and nodes. */
export const GkeKubernetesRuntimeInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, account, spec } = partsOf(context)
    const open = () => accessTo(account, { client: context.client, environment })
    const renewed = await renewToken(context, open)
    if (renewed !== undefined) return renewed
    return inCloud(context, { account, outcomeOf: gcpOutcome }, async () => {
      const access = await open()
      const region = regionOf(context, spec.region ?? access.defaultRegion)
      const { cluster, location, network, ...found } = await ensureGke(context, access, {
        ...desiredOf(definition),
        region,
      })
      const { name: clusterName, endpoint = '', currentMasterVersion: kubernetesVersion } = cluster
      return clusterOutcome(context, {
        ...found,
        outputs: {
          clusterName,
          projectId: access.projectId,
          location,
          apiEndpoint: `https://${endpoint}`,
          kubernetesVersion,
          network: network.network,
          subnetwork: network.subnetwork,
        },
        message: `Cluster ${clusterName} runs Kubernetes ${kubernetesVersion}.`,
        recheckAfter: tokenRenewal / 3,
      })
    })
  },

  remove: (context, environment) => {
    const { account } = partsOf(context)
    const open = () => accessTo(account, { client: context.client, environment })
    return removeFromCloud(context, {
      provider: 'gcp',
      cloud: 'Google Cloud',
      isGuarded: false,
      callsFor: async (entry) => callsOfGke(context, await open(), entry),
      outcomeOf: gcpOutcome,
      usualMinutes,
    })
  },
}

type Definition = z.infer<(typeof DefinitionKind)['spec']>

function desiredOf(definition: Definition): Omit<DesiredGke, 'region'> {
  const { network, subnetwork, podRange, serviceRange } = definition
  const { nodeCidr = '10.0.0.0/20', podCidr = '10.16.0.0/14' } = definition
  return {
    isRegional: definition.regional,
    kubernetesVersion: definition.kubernetesVersion,
    channel: definition.releaseChannel,
    allowedCidrs: definition.allowedCidrs,
    nodeServiceAccount: definition.nodeServiceAccount,
    network:
      network === undefined || subnetwork === undefined
        ? { nodeCidr, podCidr }
        : { network, subnetwork, podRange, serviceRange },
    pools: poolsOf(definition),
  }
}

function partsOf({ object }: ReconcileContext) {
  const definition = referenced(objectAs(object, 'GkeKubernetesRuntimeInstance').definition)
  return {
    definition: DefinitionKind.spec.parse(definition.manifestSpec),
    account: referenced(definition.gcpAccount),
    // The server has validated the spec with the schema of the kind.
    spec: object.manifestSpec as z.infer<(typeof InstanceKind)['spec']>,
  }
}
