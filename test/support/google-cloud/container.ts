import { notFound, ok, refusal, type ModelAnswer, type ModelRequest } from './answers.ts'

/* A model of GKE, as far as reconcilers use it: https://cloud.google.com/kubernetes-engine/docs/reference/rest */

interface Pool extends Record<string, unknown> {
  name: string
  status: string
  version: string
}

interface Cluster extends Record<string, unknown> {
  name: string
  location: string
  status: string
  currentMasterVersion: string
  network: string
  subnetwork: string
  resourceLabels: Record<string, string>
  pools: Map<string, Pool>
  /** What changes it, until the next look. */
  operation?: { operationType: string; pool?: string; startTime: string } | undefined
}

/** The minor versions that are offered. */
const offered = ['1.33', '1.34', '1.35', '1.36']
const defaultVersion = '1.34'

/** Returns the version that a minor version stands for. */
function patchOf(minor: string): string {
  return `${minor}.1-gke.100`
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

export interface ContainerOptions {
  /** How the Kubernetes API of a cluster is reached. */
  endpointOf: (cluster: string) => { endpoint: string; clusterCaCertificate?: string }
  hasNetwork: (network: string, subnetwork: string) => boolean
  /** Reports whether the nth group of nodes gets machines. @default always */
  isLucky?: (created: number) => boolean
}

export class ContainerModel {
  /** The upgrades that were requested, in their order. */
  readonly upgrades: string[] = []
  readonly #clusters: Cluster[] = []
  readonly #options: ContainerOptions
  #created = 0

  constructor(options: ContainerOptions) {
    this.#options = options
  }

  /** Returns the resources as `type name`. */
  resources(): string[] {
    return this.#clusters.flatMap(({ name, pools }) => [
      `cluster ${name}`,
      ...[...pools.keys()].map((pool) => `node-pool ${name}/${pool}`),
    ])
  }

  isUsing(network: string): boolean {
    return this.#clusters.some((each) => [each.network, each.subnetwork].includes(network))
  }

  /** Returns a cluster for a test to look at or to change. */
  cluster(name?: string): (Cluster & { nodePools: Pool[] }) | undefined {
    const found = this.#clusters.find((each) => name === undefined || each.name === name)
    return found && Object.assign(found, { nodePools: [...found.pools.values()] })
  }

  /** Removes a cluster at once. */
  drop(name: string): void {
    this.#clusters.splice(
      this.#clusters.findIndex((each) => each.name === name),
      1,
    )
  }

  answer({ method, path, body }: ModelRequest): ModelAnswer {
    const [, , , location = '', ...rest] = path.split('/')
    const [collection, target = '', child, pool] = rest
    if (collection === 'serverConfig') return ok({ defaultClusterVersion: patchOf(defaultVersion) })
    if (collection === 'operations') return ok({ operations: this.#operations(location) })
    if (target === '') {
      if (method === 'POST') return this.#create(location, body['cluster'] as Cluster & { nodePools: Pool[] })
      return ok({ clusters: this.#clusters.map((each) => this.#shown(each)) })
    }
    const [name = '', verb] = target.split(':')
    const cluster = this.#clusters.find((each) => each.name === name && each.location === location)
    if (cluster === undefined) return notFound(`Cluster ${name}`)
    if (child === 'nodePools') return this.#answerPools(cluster, { method, pool, body })
    if (method === 'GET') return this.#look(cluster)
    const busy = busyWith(cluster)
    if (busy !== undefined) return busy
    if (method === 'DELETE') {
      cluster.status = 'STOPPING'
      return this.#begin(cluster, 'DELETE_CLUSTER')
    }
    if (verb === 'setMaintenancePolicy') {
      cluster['maintenancePolicy'] = body['maintenancePolicy']
      return this.#begin(cluster, 'SET_MAINTENANCE_POLICY')
    }
    return this.#update(cluster, body['update'] as Record<string, unknown>)
  }

  #begin(cluster: Cluster, operationType: string, pool?: string): ModelAnswer {
    const startTime = new Date().toISOString()
    cluster.operation = { operationType, startTime, ...(pool === undefined ? {} : { pool }) }
    if (cluster.status === 'RUNNING') cluster.status = 'RECONCILING'
    return ok({ name: `operation-${cluster.name}`, operationType, status: 'RUNNING' })
  }

  #operations(location: string): object[] {
    return this.#clusters
      .filter((each) => each.location === location && each.operation !== undefined)
      .map(({ name, operation }) => ({
        name: `operation-${name}`,
        status: 'RUNNING',
        operationType: operation?.operationType,
        startTime: operation?.startTime,
        targetLink: `https://container.googleapis.com/v1/projects/1/locations/${location}/clusters/${name}${
          operation?.pool === undefined ? '' : `/nodePools/${operation.pool}`
        }`,
      }))
  }

  #create(location: string, wanted: Cluster & { nodePools: Pool[] }): ModelAnswer {
    const { name, initialClusterVersion = defaultVersion, resourceLabels, nodePools, ...rest } = wanted
    if (this.#clusters.some((each) => each.name === name && each.location === location))
      return refusal(409, 'ALREADY_EXISTS', `Already exists: cluster ${name}.`)
    const version = minorOf(String(initialClusterVersion))
    if (!offered.includes(version))
      return refusal(400, 'INVALID_ARGUMENT', `Master version "${version}" is unsupported.`)
    if (name.length > 40) return refusal(400, 'INVALID_ARGUMENT', 'Cluster.name is too long.')
    if (Object.entries(resourceLabels).some((pair) => pair.some((text) => !/^[a-z0-9_-]{0,63}$/.test(text))))
      return refusal(
        400,
        'INVALID_ARGUMENT',
        'Resource labels must be lower case letters, digits, "_" and "-".',
      )
    if (!this.#options.hasNetwork(wanted.network, wanted.subnetwork))
      return refusal(404, 'NOT_FOUND', `Network "${wanted.network}" does not exist.`)
    if (nodePools.length === 0) return refusal(400, 'INVALID_ARGUMENT', 'A cluster needs a node pool.')
    const cluster: Cluster = {
      ...(rest as Cluster),
      name,
      location,
      resourceLabels,
      status: 'PROVISIONING',
      currentMasterVersion: patchOf(version),
      createTime: new Date().toISOString(),
      pools: new Map(),
    }
    for (const pool of nodePools) {
      const problem = problemOfPool(cluster, pool)
      if (problem !== undefined) return problem
      cluster.pools.set(pool.name, { ...pool, status: 'PROVISIONING', version: cluster.currentMasterVersion })
    }
    this.#clusters.push(cluster)
    return this.#begin(cluster, 'CREATE_CLUSTER')
  }

  #shown(cluster: Cluster): object {
    const { pools, operation: _, nodePools: __, ...shown } = cluster
    const { endpoint, clusterCaCertificate } = this.#options.endpointOf(cluster.name)
    return {
      ...shown,
      nodePools: [...pools.values()],
      ...(cluster.status === 'PROVISIONING' ? {} : { endpoint, masterAuth: { clusterCaCertificate } }),
    }
  }

  /** The next look finds the end of what this one has seen. */
  #look(cluster: Cluster): ModelAnswer {
    const shown = ok(this.#shown(cluster))
    if (cluster.status === 'STOPPING') this.drop(cluster.name)
    if (['PROVISIONING', 'RECONCILING'].includes(cluster.status)) {
      cluster.status = 'RUNNING'
      cluster.operation = undefined
      for (const pool of cluster.pools.values()) if (pool.status === 'PROVISIONING') pool.status = 'RUNNING'
    }
    return shown
  }

  #update(cluster: Cluster, update: Record<string, unknown>): ModelAnswer {
    if (Object.keys(update).length !== 1)
      return refusal(400, 'INVALID_ARGUMENT', 'Exactly one update is allowed at a time.')
    const { desiredMasterVersion, desiredReleaseChannel, desiredControlPlaneEndpointsConfig } = update
    if (desiredControlPlaneEndpointsConfig !== undefined)
      cluster['controlPlaneEndpointsConfig'] = desiredControlPlaneEndpointsConfig
    if (desiredReleaseChannel !== undefined) cluster['releaseChannel'] = desiredReleaseChannel
    if (desiredMasterVersion === undefined) return this.#begin(cluster, 'UPDATE_CLUSTER')
    const current = minorOf(cluster.currentMasterVersion)
    const next = offered[offered.indexOf(current) + 1]
    if (desiredMasterVersion !== next)
      return refusal(
        400,
        'INVALID_ARGUMENT',
        `Master cannot be upgraded from ${current} to ${String(desiredMasterVersion)}.`,
      )
    if ([...cluster.pools.values()].some(({ version }) => minorOf(version) !== current))
      return refusal(400, 'FAILED_PRECONDITION', 'Nodes have an older version.')
    cluster.currentMasterVersion = patchOf(next)
    this.upgrades.push(`${cluster.name} ${next}`)
    return this.#begin(cluster, 'UPGRADE_MASTER')
  }

  #answerPools(
    cluster: Cluster,
    {
      method,
      pool: target,
      body,
    }: { method: string; pool: string | undefined; body: Record<string, unknown> },
  ): ModelAnswer {
    const [name = '', verb] = (target ?? '').split(':')
    const pool = cluster.pools.get(name)
    if (method === 'GET' && pool !== undefined) return this.#lookAtPool(cluster, pool)
    if (method === 'GET') return notFound(`Node pool ${name}`)
    const busy = busyWith(cluster)
    if (busy !== undefined) return busy
    if (method === 'POST' && target === undefined) return this.#createPool(cluster, body['nodePool'] as Pool)
    if (pool === undefined) return notFound(`Node pool ${name}`)
    if (method === 'DELETE') {
      pool.status = 'STOPPING'
      return this.#begin(cluster, 'DELETE_NODE_POOL', name)
    }
    if (verb === 'setAutoscaling') {
      pool['autoscaling'] = body['autoscaling']
      pool.status = 'RECONCILING'
      return this.#begin(cluster, 'UPDATE_NODE_POOL', name)
    }
    const { nodeVersion } = body as { nodeVersion: string }
    if (nodeVersion !== cluster.currentMasterVersion)
      return refusal(400, 'INVALID_ARGUMENT', `Node version ${nodeVersion} is not that of the master.`)
    Object.assign(pool, { version: nodeVersion, status: 'RECONCILING' })
    this.upgrades.push(`${name} ${minorOf(nodeVersion)}`)
    return this.#begin(cluster, 'UPGRADE_NODES', name)
  }

  #lookAtPool(cluster: Cluster, pool: Pool): ModelAnswer {
    const shown = ok(pool)
    if (pool.status === 'STOPPING') cluster.pools.delete(pool.name)
    if (['PROVISIONING', 'RECONCILING'].includes(pool.status)) pool.status = 'RUNNING'
    return shown
  }

  #createPool(cluster: Cluster, wanted: Pool): ModelAnswer {
    const problem = problemOfPool(cluster, wanted)
    if (problem !== undefined) return problem
    const { isLucky = () => true } = this.#options
    const hasMachines = isLucky((this.#created += 1))
    cluster.pools.set(wanted.name, {
      ...wanted,
      version: cluster.currentMasterVersion,
      status: hasMachines ? 'PROVISIONING' : 'ERROR',
      ...(hasMachines
        ? {}
        : { conditions: [{ code: 'GCE_STOCKOUT', message: 'The zone has no machines of this type.' }] }),
    })
    return this.#begin(cluster, 'CREATE_NODE_POOL', wanted.name)
  }
}

function busyWith({ name, status, operation }: Cluster): ModelAnswer | undefined {
  if (status === 'RUNNING' || status === 'ERROR') return undefined
  const type = operation?.operationType ?? 'another'
  return refusal(400, 'FAILED_PRECONDITION', `Cluster ${name} is running incompatible operation ${type}.`)
}

interface Autoscaling {
  totalMinNodeCount?: number
  totalMaxNodeCount?: number
}

function problemOfPool(cluster: Cluster, { name, autoscaling }: Pool): ModelAnswer | undefined {
  if (cluster.pools.has(name)) return refusal(409, 'ALREADY_EXISTS', `Already exists: node pool ${name}.`)
  if (!/^[a-z][a-z0-9-]{0,38}[a-z0-9]$/.test(name))
    return refusal(400, 'INVALID_ARGUMENT', 'NodePool.name is invalid.')
  const { totalMinNodeCount = 0, totalMaxNodeCount = 0 } = autoscaling as Autoscaling
  return totalMinNodeCount > totalMaxNodeCount
    ? refusal(400, 'INVALID_ARGUMENT', 'The minimum exceeds the maximum.')
    : undefined
}
