import { stringify } from 'yaml'
import type { OwnedDocumentInput } from '../../generated/documents.ts'
import { shortName } from '../../../schema/short-name.ts'

/*
 * The autoscaler of nodes, which adds nodes while pods have no place, up to the maximum of their group, and removes idle ones. EKS tags
 * its groups so that it finds them: https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/cloudprovider/aws/README.md
 */

/** The service account that acts with the role of the autoscaler. */
export const autoscalerAccount = { namespace: 'kube-system', serviceAccount: 'cluster-autoscaler' }

const chart = {
  repo: 'https://kubernetes.github.io/autoscaler',
  chart: 'cluster-autoscaler',
  chartVersion: '9.59.0',
}

/** Returns the policy of the autoscaler of a cluster: it sees all groups and changes those of the cluster. */
export function autoscalerStatements(cluster: string): object[] {
  return [
    {
      Effect: 'Allow',
      Action: [
        'autoscaling:DescribeAutoScalingGroups',
        'autoscaling:DescribeAutoScalingInstances',
        'autoscaling:DescribeLaunchConfigurations',
        'autoscaling:DescribeScalingActivities',
        'autoscaling:DescribeTags',
        'ec2:DescribeImages',
        'ec2:DescribeInstanceTypes',
        'ec2:DescribeLaunchTemplateVersions',
        'ec2:GetInstanceTypesFromInstanceRequirements',
        'eks:DescribeNodegroup',
      ],
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Action: ['autoscaling:SetDesiredCapacity', 'autoscaling:TerminateInstanceInAutoScalingGroup'],
      Resource: '*',
      Condition: {
        StringEquals: { [`aws:ResourceTag/k8s.io/cluster-autoscaler/${cluster}`]: 'owned' },
      },
    },
  ]
}

/** The cluster whose nodes are scaled. */
export interface ScaledCluster {
  /** The runtime, which owns the autoscaler. */
  runtime: { name: string; project: string }
  cluster: string
  region: string
}

/** Returns the objects that run the autoscaler in a cluster. */
export function autoscalerDocuments({ runtime, cluster, region }: ScaledCluster): OwnedDocumentInput[] {
  const name = shortName(`node-autoscaling-${runtime.name}`)
  const common = { name, project: runtime.project, field: 'spec.definition' }
  const values = {
    cloudProvider: 'aws',
    awsRegion: region,
    autoDiscovery: { clusterName: cluster },
    fullnameOverride: 'cluster-autoscaler',
    rbac: { serviceAccount: { name: autoscalerAccount.serviceAccount } },
    extraArgs: { 'balance-similar-node-groups': true },
  }
  return [
    { kind: 'HelmWorkloadDefinition', ...common, spec: { ...chart, valuesDocument: stringify(values) } },
    {
      kind: 'HelmWorkloadInstance',
      ...common,
      spec: { definition: name, runtime: runtime.name, releaseNamespace: autoscalerAccount.namespace },
    },
  ]
}
