import { defined } from '../../schema/defined.ts'
import { provideBy } from '../resources/provided.ts'
import type { RuntimeProvider } from '../runtimes/provider.ts'
import { cloudRuntimeOf } from './runtime.ts'

/** What the kinds of clusters with pools of nodes differ in. */
export interface PoolClusters {
  /** The name of the pair of kinds, for example `GkeKubernetesRuntime`. */
  kind: string
  /** The field of the definition that references the account. */
  account: string
  /** The field of the definition that requests several zones. */
  zones: string
}

/** Returns the provider of clusters with pools of nodes, by objects of a kind of their own that the runtime owns. */
export function poolProvider({ kind, account, zones }: PoolClusters): RuntimeProvider {
  return {
    isTrusted: true,
    ensure: async (context) => {
      const { highAvailability, nodeMaximum, machineType, region, ...wanted } = cloudRuntimeOf(context)
      const provided = await provideBy(context, {
        kind,
        definition: {
          [zones]: highAvailability,
          defaultNodePoolMachineType: machineType,
          // The software that every cluster runs needs a node.
          defaultNodePoolMinimumSize: Math.min(highAvailability ? 3 : 1, nodeMaximum),
          defaultNodePoolMaximumSize: nodeMaximum,
          ...defined({ [account]: wanted.account, kubernetesVersion: wanted.kubernetesVersion }),
        },
        instance: defined({ region }),
        // While the cloud changes it, applications go on.
        isUsable: ({ secrets }) => secrets['kubeconfig'] !== undefined,
      })
      if ('outcome' in provided) return provided
      const { clusterName } = provided.outputs as { clusterName: string }
      return { kubeconfig: provided.secrets['kubeconfig'] ?? '', clusterName }
    },
    // The owned objects go with their owner.
    remove: async () => 'gone',
  }
}
