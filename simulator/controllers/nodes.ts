import { timestamp, type ClusterContext } from '../context.ts'
import { objectOf, type JsonObject } from '../json.ts'
import { systemWrites } from '../operations/system.ts'

const zones = ['zone-a', 'zone-b', 'zone-c']

export function nodeName(index: number): string {
  return `node-${index + 1}`
}

export function nodeAddress(name: string): string {
  return `10.0.0.${name.split('-').at(-1) ?? '1'}`
}

/** Where the API server reaches the kubelets. */
export interface KubeletEndpoint {
  address: string
  port: number
}

/** Creates the nodes that pods run on, which are always ready. @param kubelet Default: none, with invented addresses */
export async function createNodes(context: ClusterContext, kubelet?: KubeletEndpoint): Promise<void> {
  const writes = systemWrites(context, 'kubelet')
  for (let index = 0; index < context.settings.nodes; index++) {
    const name = nodeName(index)
    const known = context.store.get({ resource: 'nodes', namespace: '', name })
    if (known !== undefined && kubelet === undefined) continue
    const node = known ?? (await writes.create(newNode(name, index)))
    const ready = await writes.update(node, (draft) => {
      // The API server taints new nodes, because real ones are not ready at once.
      draft['spec'] = { ...objectOf(draft['spec']), taints: [] }
    })
    await writes.updateStatus(ready, (draft) => {
      draft['status'] = nodeStatus(name, context, kubelet ?? { address: nodeAddress(name), port: 10_250 })
    })
  }
}

function newNode(name: string, index: number): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'topology.kubernetes.io/region': 'local',
        'topology.kubernetes.io/zone': zones[index % zones.length] ?? '',
      },
    },
    spec: { podCIDR: `10.244.${index + 1}.0/24`, podCIDRs: [`10.244.${index + 1}.0/24`] },
  }
}

const capacity = { cpu: '64', memory: '256Gi', pods: '1000', 'ephemeral-storage': '1Ti' }

function nodeStatus(
  name: string,
  { now: clock, settings }: ClusterContext,
  { address, port }: KubeletEndpoint,
): JsonObject {
  const now = timestamp(clock())
  const condition = (type: string, status: string, [reason, message]: [string, string]) => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  })
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    conditions: [
      condition('MemoryPressure', 'False', [
        'KubeletHasSufficientMemory',
        'kubelet has sufficient memory available',
      ]),
      condition('DiskPressure', 'False', ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure']),
      condition('PIDPressure', 'False', ['KubeletHasSufficientPID', 'kubelet has sufficient PID available']),
      condition('Ready', 'True', ['KubeletReady', 'kubelet is posting ready status']),
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    nodeInfo: {
      architecture: 'amd64',
      bootID: name,
      containerRuntimeVersion: 'simulated://1.0',
      kernelVersion: 'simulated',
      kubeProxyVersion: settings.nodeVersion,
      kubeletVersion: settings.nodeVersion,
      machineID: name,
      operatingSystem: 'linux',
      osImage: 'Simulated',
      systemUUID: name,
    },
  }
}
