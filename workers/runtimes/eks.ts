import { defined } from '../../schema/defined.ts'
import { AwsEksKubernetesRuntimeInstance } from '../../schema/kinds/aws-eks-kubernetes-runtime.ts'
import { autoscalerDocuments } from '../aws/eks/autoscaler.ts'
import { cloudRuntimeOf } from '../clouds/runtime.ts'
import { provideBy } from '../resources/provided.ts'
import type { RuntimeProvider } from './provider.ts'

const Network = AwsEksKubernetesRuntimeInstance.outputs
  .pick({ arn: true, clusterName: true, region: true, vpcId: true, subnets: true })
  .strip()

/** Provides clusters of Amazon EKS, by an AwsEksKubernetesRuntime that the runtime owns. */
export const eks: RuntimeProvider = {
  isTrusted: true,
  ensure: async (context) => {
    const { account, kubernetesVersion, hostedZones, highAvailability, nodeMaximum, machineType, region } =
      cloudRuntimeOf(context)
    const provided = await provideBy(context, {
      kind: 'AwsEksKubernetesRuntime',
      definition: {
        zoneCount: highAvailability ? 3 : 2,
        natPerZone: highAvailability,
        defaultNodeGroupInstanceType: machineType,
        defaultNodeGroupMinimumSize: Math.min(highAvailability ? 3 : 2, nodeMaximum),
        defaultNodeGroupMaximumSize: nodeMaximum,
        ...defined({ awsAccount: account, kubernetesVersion, hostedZones }),
      },
      instance: defined({ region }),
      further: (offered) => {
        const { clusterName: cluster, region: place } = offered?.outputs ?? {}
        if (typeof cluster !== 'string' || typeof place !== 'string') return []
        const { name, projectName } = context.object
        return autoscalerDocuments({
          runtime: { name, project: projectName ?? 'default' },
          cluster,
          region: place,
        })
      },
      // While EKS changes it, applications go on.
      isUsable: ({ secrets }) => secrets['kubeconfig'] !== undefined,
    })
    if ('outcome' in provided) return provided
    const { kubeconfig = '' } = provided.secrets
    const { arn, clusterName, region: place, vpcId, subnets } = Network.parse(provided.outputs)
    const [, , , , accountId = ''] = arn.split(':')
    return { kubeconfig, clusterName, network: { accountId, region: place, vpcId, subnets } }
  },
  // The owned objects go with their owner.
  remove: async () => 'gone',
}
