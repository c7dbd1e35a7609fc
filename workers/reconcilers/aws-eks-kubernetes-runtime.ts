import type { z } from 'zod'
import {
  AwsEksKubernetesRuntimeDefinition as DefinitionKind,
  defaultNodeGroup,
  type AwsEksKubernetesRuntimeInstance as InstanceKind,
} from '../../schema/kinds/aws-eks-kubernetes-runtime.ts'
import { accessTo } from '../aws/account.ts'
import {
  callsOfEks,
  ensureEks,
  renewToken,
  tokenRenewal,
  usualMinutes,
  type DesiredEks,
} from '../aws/eks/eks.ts'
import { clusterOutcome } from '../clouds/cluster.ts'
import { inAccount, regionOf, removeFromAccount } from '../aws/reconcile.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'

/** The interval in milliseconds at which a cluster is compared with what EKS has, and its token is renewed when it is due. */
const recheckInterval = tokenRenewal / 3

/** Reconciles a cluster of Amazon EKS, with its network, roles and nodes. */
export const AwsEksKubernetesRuntimeInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, account, spec } = partsOf(context)
    const open = () => accessTo(account, { client: context.client, environment })
    const renewed = await renewToken(context, open)
    if (renewed !== undefined) return renewed
    return inAccount(context, { account, environment }, async (access) => {
      const region = regionOf(context, spec.region ?? access.defaultRegion)
      const found = await ensureEks(context, access, { ...desiredOf(definition), region })
      if ('outcome' in found) return found
      const { cluster, subnets, oidcProviderArn, kubeconfig, progress, problem } = found
      const { name: clusterName = '', version = '' } = cluster
      const outputs = {
        clusterName,
        arn: cluster.arn,
        region,
        apiEndpoint: cluster.endpoint,
        kubernetesVersion: version,
        vpcId: cluster.resourcesVpcConfig?.vpcId,
        subnets,
        securityGroupId: cluster.resourcesVpcConfig?.clusterSecurityGroupId,
        oidcProviderArn,
      }
      return clusterOutcome(context, {
        outputs,
        kubeconfig,
        progress,
        message: [`Cluster ${clusterName} runs Kubernetes ${version}.`, problem ?? []].flat().join(' '),
        recheckAfter: recheckInterval,
      })
    })
  },

  remove: (context, environment) => {
    const { account } = partsOf(context)
    return removeFromAccount(context, {
      account,
      environment,
      isGuarded: false,
      callsFor: (access, entry) => callsOfEks(context, access, entry),
      usualMinutes,
    })
  },
}

type Definition = z.infer<(typeof DefinitionKind)['spec']>

function desiredOf(definition: Definition): Omit<DesiredEks, 'region'> {
  const { kubernetesVersion, allowedCidrs, hostedZones = [], subnets, nodeGroups = [] } = definition
  const { vpcCidr: cidr = '10.0.0.0/16', zoneCount, natPerZone } = definition
  const { defaultNodeGroupMinimumSize: minimumSize } = definition
  return {
    kubernetesVersion,
    allowedCidrs,
    hostedZones,
    network: subnets === undefined ? { cidr, zoneCount, natPerZone } : { subnets },
    groups: [
      {
        name: defaultNodeGroup,
        instanceType: definition.defaultNodeGroupInstanceType,
        minimumSize,
        maximumSize: definition.defaultNodeGroupMaximumSize,
        initialSize: definition.defaultNodeGroupInitialSize ?? minimumSize,
        isDedicated: false,
      },
      ...nodeGroups.map((group) => ({ ...group, initialSize: group.minimumSize })),
    ],
  }
}

function partsOf({ object }: ReconcileContext) {
  const definition = referenced(objectAs(object, 'AwsEksKubernetesRuntimeInstance').definition)
  return {
    definition: DefinitionKind.spec.parse(definition.manifestSpec),
    account: referenced(definition.awsAccount),
    // The server has validated the spec with the schema of the kind.
    spec: object.manifestSpec as z.infer<(typeof InstanceKind)['spec']>,
  }
}
