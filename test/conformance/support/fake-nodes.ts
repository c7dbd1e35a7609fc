import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../../../schema/manifests.ts'
import { accessTo } from '../../support/access-to.ts'
import { createKubeClient, type KubeClient, type KubeObject } from '../../../workers/kube/client/client.ts'
import { isKubeError } from '../../../workers/kube/client/kube-error.ts'

/*
 * Simulates what a control plane of etcd, API server, controllers and scheduler lacks: nodes that report pods as
 * running, volumes for claims, addresses for load balancers. No container is ever started.
 */

const nodeNames = ['node-1', 'node-2', 'node-3']
const provisioner = 'conformance.qleet.io/volume'

let addresses = 0

/** Returns the last two bytes of a unique address. */
function nextAddress(): string {
  addresses += 1
  return `${Math.floor(addresses / 250) % 250}.${1 + (addresses % 250)}`
}

/** Resolves once the nodes exist, with a function that stops them. */
export async function startFakeNodes(kubeconfig: string): Promise<() => Promise<void>> {
  const client = createKubeClient({ access: accessTo(kubeconfig), connections: 32 })
  const stopping = new AbortController()
  const { signal } = stopping
  await client.request({ method: 'POST', path: '/apis/storage.k8s.io/v1/storageclasses', body: storageClass })
  await Promise.all(nodeNames.map((name, index) => register(client, name, index)))
  const work = [
    heartbeat(client, signal),
    follow(client, { path: '/api/v1/pods', signal, see: (pod) => runPod(client, pod) }),
    follow(client, {
      path: '/api/v1/persistentvolumeclaims',
      signal,
      see: (claim) => provision(client, claim),
    }),
    follow(client, { path: '/api/v1/persistentvolumes', signal, see: (volume) => reclaim(client, volume) }),
    follow(client, { path: '/api/v1/services', signal, see: (service) => address(client, service) }),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(work)
    await client.close()
  }
}

const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
}

interface Followed {
  path: string
  signal: AbortSignal
  see: (object: KubeObject) => Promise<void>
}

/** Reports every state of every object, by a list and then a watch, until it is stopped. */
async function follow(client: KubeClient, { path, signal, see }: Followed): Promise<void> {
  const tell = (value: unknown): void => {
    // The server's objects have the shape of objects.
    void see(value as KubeObject).catch((error: unknown) => {
      // Races with other clients that change the object; its next state is sent again.
      if (!isKubeError(error)) throw error
    })
  }
  while (!signal.aborted) {
    try {
      const query = { watch: 'true', timeoutSeconds: '300' }
      for await (const event of client.stream({ method: 'GET', path, query, signal }))
        if (isRecord(event) && (event['type'] === 'ADDED' || event['type'] === 'MODIFIED'))
          tell(event['object'])
    } catch (error) {
      if (signal.aborted) return
      if (!isKubeError(error)) throw error
      await sleep(200)
    }
  }
}

async function register(client: KubeClient, name: string, index: number): Promise<void> {
  const amounts = { cpu: '64', memory: '256Gi', 'ephemeral-storage': '100Gi', pods: '1000' }
  await client.request({
    method: 'POST',
    path: '/api/v1/nodes',
    body: {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: {
          'kubernetes.io/hostname': name,
          'kubernetes.io/os': 'linux',
          'kubernetes.io/arch': 'amd64',
        },
      },
      spec: { podCIDR: `10.244.${index}.0/24`, podCIDRs: [`10.244.${index}.0/24`] },
      status: { capacity: amounts, allocatable: amounts, conditions: [nodeReady()] },
    },
  })
}

function nodeReady(): object {
  const now = time()
  return {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  }
}

async function heartbeat(client: KubeClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const name of nodeNames)
      await patch(client, `/api/v1/nodes/${name}/status`, { conditions: [nodeReady()] }).catch(
        () => undefined,
      )
    await sleep(10_000, undefined, { signal }).catch(() => undefined)
  }
}

const seen = new Set<string>()

/** Reports each pod as running once, and removes its finalization when it is being deleted. */
async function runPod(client: KubeClient, pod: KubeObject): Promise<void> {
  const { name, namespace = '', uid = '', deletionTimestamp } = pod.metadata
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`
  const spec = isRecord(pod['spec']) ? pod['spec'] : {}
  if (spec['nodeName'] === undefined) return
  if (deletionTimestamp !== undefined) {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions: { uid } }
    await client.request({ method: 'DELETE', path, body })
    return
  }
  if (seen.has(uid)) return
  seen.add(uid)
  const ends = spec['restartPolicy'] !== 'Always'
  await patch(client, `${path}/status`, podStatus(spec, ends))
}

/**
 * Returns the status of a pod for images as the simulator interprets them: `…/simulate/crash:1` crashes,
 * `…/simulate/image-missing:1` does not exist.
 */
function podStatus(spec: Record<string, unknown>, ends: boolean): object {
  const now = time()
  const states = containersOf(spec['containers']).map(({ name, image }) => {
    const waiting = image.includes('simulate/crash')
      ? 'CrashLoopBackOff'
      : image.includes('simulate/image-missing')
        ? 'ImagePullBackOff'
        : undefined
    const state =
      waiting !== undefined
        ? { waiting: { reason: waiting, message: waiting } }
        : ends
          ? { terminated: { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now } }
          : { running: { startedAt: now } }
    const ready = waiting === undefined && !ends
    return { name, image, imageID: '', ready, started: ready, restartCount: 0, state }
  })
  const ready = !ends && states.every((each) => each.ready)
  const done = (each: { name: string; image: string }): object => ({
    ...each,
    imageID: '',
    ready: true,
    restartCount: 0,
    state: { terminated: { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now } },
  })
  const condition = (type: string, holds: boolean): object => ({
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: now,
  })
  const ip = `10.244.${nextAddress()}`
  return {
    phase: ends ? 'Succeeded' : states.some((each) => 'waiting' in each.state) ? 'Pending' : 'Running',
    startTime: now,
    podIP: ip,
    podIPs: [{ ip }],
    conditions: [
      condition('Initialized', true),
      condition('Ready', ready),
      condition('ContainersReady', ready),
    ],
    containerStatuses: states,
    initContainerStatuses: containersOf(spec['initContainers']).map(done),
  }
}

function containersOf(value: unknown): { name: string; image: string }[] {
  return (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map(({ name, image }) => ({ name: String(name), image: String(image) }))
}

/** Creates a volume for a claim of our class; the controllers bind them. */
async function provision(client: KubeClient, claim: KubeObject): Promise<void> {
  const { name, namespace = '', uid = '', deletionTimestamp } = claim.metadata
  const spec = isRecord(claim['spec']) ? claim['spec'] : {}
  if (spec['storageClassName'] !== storageClass.metadata.name || spec['volumeName'] !== undefined) return
  if (deletionTimestamp !== undefined || seen.has(uid)) return
  seen.add(uid)
  const resources = isRecord(spec['resources']) ? spec['resources'] : {}
  const requests = isRecord(resources['requests']) ? resources['requests'] : {}
  await client.request({
    method: 'POST',
    path: '/api/v1/persistentvolumes',
    body: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `pvc-${uid}`, annotations: { 'pv.kubernetes.io/provisioned-by': provisioner } },
      spec: {
        capacity: { storage: requests['storage'] },
        accessModes: spec['accessModes'],
        volumeMode: spec['volumeMode'],
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: storageClass.metadata.name,
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
        hostPath: { path: `/volumes/${uid}` },
      },
    },
  })
}

async function reclaim(client: KubeClient, { metadata, status }: KubeObject): Promise<void> {
  const isOurs = metadata.annotations?.['pv.kubernetes.io/provisioned-by'] === provisioner
  if (!isOurs || !isRecord(status) || status['phase'] !== 'Released') return
  await client.request({ method: 'DELETE', path: `/api/v1/persistentvolumes/${metadata.name}` })
}

async function address(client: KubeClient, service: KubeObject): Promise<void> {
  const { name, namespace = '', uid = '', deletionTimestamp } = service.metadata
  const spec = isRecord(service['spec']) ? service['spec'] : {}
  if (spec['type'] !== 'LoadBalancer' || deletionTimestamp !== undefined || seen.has(uid)) return
  seen.add(uid)
  const ingress = [{ ip: `198.18.${nextAddress()}`, ipMode: 'VIP' }]
  await patch(client, `/api/v1/namespaces/${namespace}/services/${name}/status`, {
    loadBalancer: { ingress },
  })
}

async function patch(client: KubeClient, path: string, status: object): Promise<void> {
  await client.request({
    method: 'PATCH',
    path,
    contentType: 'application/strategic-merge-patch+json',
    body: { status },
  })
}

function time(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}
