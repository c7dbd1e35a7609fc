import { nodeTypes, regionByLocation } from '../../schema/aws.ts'
import { defined } from '../../schema/inputs.ts'
import { AwsEksKubernetesRuntimeInstance } from '../../schema/kinds/aws-eks-kubernetes-runtime.ts'
import { KubernetesRuntimeDefinition } from '../../schema/kinds/kubernetes-runtime.ts'
import { cloudParameters } from '../../schema/profiles/types.ts'
import { autoscalerDocuments } from '../aws/eks/autoscaler.ts'
import { provideBy } from '../resources/provided.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import { ProviderBlocked, type RuntimeProvider } from './provider.ts'

const Network = AwsEksKubernetesRuntimeInstance.outputs
  .pick({ arn: true, clusterName: true, region: true, vpcId: true, subnets: true })
  .strip()

/** Provides clusters of Amazon EKS, by an AwsEksKubernetesRuntime that the runtime owns. */
export const eks: RuntimeProvider = {
  isTrusted: true,
  ensure: async (context) => {
    const definition = referenced(objectAs(context.object, 'KubernetesRuntimeInstance').definition)
    const spec = KubernetesRuntimeDefinition.spec.parse(definition.manifestSpec)
    const decided = cloudParameters.strip().parse(spec.parameters ?? {})
    const { account, kubernetesVersion, hostedZones, highAvailability, nodeSize, nodeProfile, nodeMaximum } =
      {
        ...spec,
        ...defined(decided),
      }
    const instanceType = nodeTypes[nodeProfile][nodeSize]
    if (instanceType === undefined)
      throw new ProviderBlocked(
        'NoSuchNodes',
        `There are no nodes of size ${nodeSize} with profile ${nodeProfile}. Change one of them in the profile ${spec.profile ?? ''}.`,
      )
    const { location } = context.object.manifestSpec as { location: string }
    const provided = await provideBy(context, {
      kind: 'AwsEksKubernetesRuntime',
      definition: {
        zoneCount: highAvailability ? 3 : 2,
        natPerZone: highAvailability,
        defaultNodeGroupInstanceType: instanceType,
        defaultNodeGroupMinimumSize: Math.min(highAvailability ? 3 : 2, nodeMaximum),
        defaultNodeGroupMaximumSize: nodeMaximum,
        ...defined({ awsAccount: account, kubernetesVersion, hostedZones }),
      },
      instance: defined({ region: regionByLocation[location] }),
      further: (offered) => {
        const { clusterName: cluster, region } = offered?.outputs ?? {}
        if (typeof cluster !== 'string' || typeof region !== 'string') return []
        const { name, projectName } = context.object
        return autoscalerDocuments({ runtime: { name, project: projectName ?? 'default' }, cluster, region })
      },
      // While EKS changes it, applications go on.
      isUsable: ({ secrets }) => secrets['kubeconfig'] !== undefined,
    })
    if ('outcome' in provided) return provided
    const { kubeconfig = '' } = provided.secrets
    const { arn, clusterName, region, vpcId, subnets } = Network.parse(provided.outputs)
    const [, , , , accountId = ''] = arn.split(':')
    return { kubeconfig, clusterName, network: { accountId, region, vpcId, subnets } }
  },
  // The owned objects go with their owner.
  remove: async () => 'gone',
}
