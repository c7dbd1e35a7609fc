import type { z } from 'zod'
import {
  AksKubernetesRuntimeDefinition as DefinitionKind,
  type AksKubernetesRuntimeInstance as InstanceKind,
} from '../../schema/kinds/aks-kubernetes-runtime.ts'
import { poolsOf } from '../../schema/node-pools.ts'
import { accessTo } from '../azure/account.ts'
import { callsOfAks, ensureAks, renewToken, tokenRenewal, usualMinutes } from '../azure/aks/aks.ts'
import { versionOf } from '../azure/aks/cluster.ts'
import { azureOutcome } from '../azure/errors.ts'
import { inCloud } from '../clouds/account.ts'
import { clusterOutcome } from '../clouds/cluster.ts'
import { recordedRegion, removeFromCloud } from '../clouds/removal.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'

/** Reconciles a cluster of Azure Kubernetes Service, with its group of resources and nodes. */
export const AksKubernetesRuntimeInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, account, spec } = partsOf(context)
    const open = () => accessTo(account, { client: context.client, environment })
    const renewed = await renewToken(context, open)
    if (renewed !== undefined) return renewed
    return inCloud(context, { account, outcomeOf: azureOutcome }, async () => {
      const access = await open()
      const region = recordedRegion(context, 'azure') ?? spec.region ?? access.defaultRegion
      const { cluster, group, server, ...found } = await ensureAks(context, access, {
        region,
        kubernetesVersion: definition.kubernetesVersion,
        allowedCidrs: definition.allowedCidrs,
        isZoneRedundant: definition.zoneRedundant,
        subnetId: definition.subnetId,
        pools: poolsOf(definition),
      })
      const { name: clusterName = '', nodeResourceGroup } = cluster
      const kubernetesVersion = versionOf(cluster)
      return clusterOutcome(context, {
        ...found,
        outputs: {
          clusterName,
          resourceGroup: group,
          region,
          apiEndpoint: server,
          kubernetesVersion,
          nodeResourceGroup,
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
      provider: 'azure',
      cloud: 'Azure',
      isGuarded: false,
      callsFor: async (entry) => callsOfAks(context, await open(), entry),
      outcomeOf: azureOutcome,
      usualMinutes,
    })
  },
}

function partsOf({ object }: ReconcileContext) {
  const definition = referenced(objectAs(object, 'AksKubernetesRuntimeInstance').definition)
  return {
    definition: DefinitionKind.spec.parse(definition.manifestSpec),
    account: referenced(definition.azureAccount),
    // The server has validated the spec with the schema of the kind.
    spec: object.manifestSpec as z.infer<(typeof InstanceKind)['spec']>,
  }
}
