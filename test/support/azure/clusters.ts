import { accepted, notFound, ok, refusal, type AzureModelAnswer } from './answers.ts'

/* A model of AKS, as far as reconcilers use it: https://learn.microsoft.com/rest/api/aks */

interface Pool extends Record<string, unknown> {
  provisioningState: string
  orchestratorVersion: string
  currentOrchestratorVersion: string
  mode?: string
  minCount?: number
  maxCount?: number
  count?: number
  vmSize?: string
}

interface Cluster {
  group: string
  name: string
  location: string
  tags: Record<string, string>
  sku?: object | undefined
  eTag: number
  properties: Record<string, unknown> & {
    provisioningState: string
    kubernetesVersion: string
    currentKubernetesVersion: string
  }
  pools: Map<string, Pool>
  createdTime: string
}

/** The minor versions that are offered. */
const offered = ['1.33', '1.34', '1.35', '1.36']
const defaultVersion = '1.34'

/** Returns the version that a minor version stands for. */
function patchOf(version: string): string {
  return version.split('.').length === 2 ? `${version}.2` : version
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

export interface ClustersOptions {
  /** Returns the kubeconfig without credentials that AKS issues for a cluster. */
  kubeconfigOf: (cluster: string) => string
  /** Reports whether the nth group of nodes gets machines. @default always */
  isLucky?: (created: number) => boolean
}

export interface ClusterRequest {
  method: string
  group: string
  name: string
  /** What follows the name, for example `agentPools/default`. */
  rest: readonly string[]
  body: Record<string, unknown>
  ifMatch: string | undefined
}

export class AksModel {
  /** The upgrades that were requested, in their order. */
  readonly upgrades: string[] = []
  readonly #clusters: Cluster[] = []
  readonly #options: ClustersOptions
  #created = 0

  constructor(options: ClustersOptions) {
    this.#options = options
  }

  /** Returns the resources as `type name`. */
  resources(): string[] {
    return this.#clusters.flatMap(({ name, pools }) => [
      `cluster ${name}`,
      ...[...pools.keys()].map((pool) => `node-pool ${name}/${pool}`),
    ])
  }

  /** Returns a cluster for a test to look at or to change. */
  cluster(): Cluster | undefined {
    return this.#clusters[0]
  }

  listed(): object[] {
    return this.#clusters.map(({ name, location, tags, sku, createdTime }) => ({
      name,
      location,
      tags,
      sku,
      createdTime,
    }))
  }

  /** Removes the clusters of a group at once. */
  dropGroup(group: string): void {
    for (const cluster of this.#clusters.filter((each) => each.group === group))
      this.#clusters.splice(this.#clusters.indexOf(cluster), 1)
  }

  answer(request: ClusterRequest): AzureModelAnswer {
    const { method, group, name, rest, body, ifMatch } = request
    const cluster = this.#clusters.find((each) => each.group === group && each.name === name)
    const [part, pool = ''] = rest
    if (cluster === undefined && method === 'PUT' && part === undefined) return this.#create(request)
    if (cluster === undefined) return method === 'DELETE' ? { status: 204, body: {} } : notFound(name)
    if (part === 'listClusterUserCredential') {
      const value = Buffer.from(this.#options.kubeconfigOf(name)).toString('base64')
      return ok({ kubeconfigs: [{ name: 'clusterUser', value }] })
    }
    if (part === 'agentPools') return this.#answerPools(cluster, { ...request, pool })
    if (method === 'GET') return this.#look(cluster)
    const busy = busyWith(cluster)
    if (busy !== undefined) return busy
    if (method === 'DELETE') {
      cluster.properties.provisioningState = 'Deleting'
      return accepted
    }
    if (ifMatch !== undefined && ifMatch !== String(cluster.eTag))
      return refusal(412, 'EtagMismatch', 'The cluster was changed.')
    return this.#update(cluster, body)
  }

  #create({ group, name, body }: ClusterRequest): AzureModelAnswer {
    const { location, tags, sku, properties } = body as unknown as Pick<
      Cluster,
      'location' | 'tags' | 'sku'
    > & {
      properties: Record<string, unknown>
    }
    const {
      agentPoolProfiles = [],
      kubernetesVersion = defaultVersion,
      ...others
    } = properties as {
      agentPoolProfiles?: (Pool & { name: string })[]
      kubernetesVersion?: string
    }
    if (!offered.includes(minorOf(kubernetesVersion)))
      return refusal(
        400,
        'K8sVersionNotSupported',
        `Managed cluster is on version ${kubernetesVersion}, which is not supported.`,
      )
    if (!agentPoolProfiles.some(({ mode }) => mode === 'System'))
      return refusal(400, 'InvalidParameter', 'Must define at least one system pool.')
    const cluster: Cluster = {
      group,
      name,
      location,
      tags,
      sku,
      eTag: 1,
      properties: {
        ...others,
        provisioningState: 'Creating',
        kubernetesVersion,
        currentKubernetesVersion: patchOf(kubernetesVersion),
        fqdn: `${name}.hcp.${location}.azmk8s.io`,
      },
      pools: new Map(),
      createdTime: new Date().toISOString(),
    }
    for (const { name: pool, ...values } of agentPoolProfiles) {
      const problem = problemOfPool(pool, values)
      if (problem !== undefined) return problem
      cluster.pools.set(pool, poolWith(cluster, values))
    }
    this.#clusters.push(cluster)
    return ok(shown(cluster), 201)
  }

  /** The next look finds the end of what this one has seen. */
  #look(cluster: Cluster): AzureModelAnswer {
    const found = ok(shown(cluster))
    const { properties, pools } = cluster
    if (properties.provisioningState === 'Deleting') this.#clusters.splice(this.#clusters.indexOf(cluster), 1)
    if (['Creating', 'Updating', 'Upgrading'].includes(properties.provisioningState)) {
      if (properties.provisioningState === 'Creating')
        for (const pool of pools.values())
          if (pool.provisioningState === 'Creating') pool.provisioningState = 'Succeeded'
      properties.provisioningState = 'Succeeded'
    }
    return found
  }

  #update(cluster: Cluster, body: Record<string, unknown>): AzureModelAnswer {
    const { agentPoolProfiles: _, ...wanted } = body['properties'] as Record<string, unknown> & {
      kubernetesVersion: string
    }
    const { properties, pools, name } = cluster
    const current = minorOf(properties.currentKubernetesVersion)
    const version = minorOf(wanted.kubernetesVersion)
    const isUpgrade = version !== current
    if (isUpgrade) {
      const next = offered[offered.indexOf(current) + 1]
      if (version !== next)
        return refusal(
          400,
          'OperationNotAllowed',
          `Upgrading Kubernetes version ${current} to ${version} is not allowed.`,
        )
      if ([...pools.values()].some((pool) => minorOf(pool.currentOrchestratorVersion) !== current))
        return refusal(400, 'NodePoolMcVersionIncompatible', 'Node pools have an older version.')
      this.upgrades.push(`${name} ${version}`)
    }
    Object.assign(properties, wanted, {
      provisioningState: isUpgrade ? 'Upgrading' : 'Updating',
      currentKubernetesVersion: isUpgrade ? patchOf(version) : properties.currentKubernetesVersion,
    })
    cluster.eTag += 1
    return ok(shown(cluster))
  }

  #answerPools(
    cluster: Cluster,
    { method, pool: name, body, ifMatch }: ClusterRequest & { pool: string },
  ): AzureModelAnswer {
    const pool = cluster.pools.get(name)
    if (method === 'GET') return pool === undefined ? notFound(name) : this.#lookAtPool(cluster, name, pool)
    const busy = busyWith(cluster, pool)
    if (busy !== undefined) return busy
    if (method === 'DELETE') {
      if (pool === undefined) return { status: 204, body: {} }
      const isLastSystem =
        pool.mode === 'System' &&
        [...cluster.pools.values()].filter(({ mode }) => mode === 'System').length === 1
      if (isLastSystem)
        return refusal(400, 'OperationNotAllowed', 'There has to be at least one system pool.')
      pool.provisioningState = 'Deleting'
      return accepted
    }
    const wanted = body['properties'] as Pool
    const problem = problemOfPool(name, wanted)
    if (problem !== undefined) return problem
    if (pool === undefined) {
      const created = poolWith(cluster, wanted)
      const { isLucky = () => true } = this.#options
      if (!isLucky((this.#created += 1)))
        Object.assign(created, {
          provisioningState: 'Failed',
          status: {
            provisioningError: {
              code: 'AllocationFailed',
              message: 'The region has no machines of this size.',
            },
          },
        })
      cluster.pools.set(name, created)
      return ok(shownPool(name, created), 201)
    }
    if (ifMatch !== undefined && ifMatch !== '1') return refusal(412, 'EtagMismatch', 'The pool was changed.')
    return this.#updatePool(cluster, { name, pool, wanted })
  }

  #lookAtPool(cluster: Cluster, name: string, pool: Pool): AzureModelAnswer {
    const found = ok(shownPool(name, pool))
    if (pool.provisioningState === 'Deleting') cluster.pools.delete(name)
    if (['Creating', 'Updating', 'Upgrading'].includes(pool.provisioningState))
      pool.provisioningState = 'Succeeded'
    return found
  }

  #updatePool(
    cluster: Cluster,
    { name, pool, wanted }: { name: string; pool: Pool; wanted: Pool },
  ): AzureModelAnswer {
    if (wanted.vmSize !== pool.vmSize)
      return refusal(400, 'PropertyChangeNotAllowed', "Changing property 'properties.vmSize' is not allowed.")
    const isUpgrade = minorOf(wanted.orchestratorVersion) !== minorOf(pool.currentOrchestratorVersion)
    const current = cluster.properties.currentKubernetesVersion
    if (isUpgrade && minorOf(wanted.orchestratorVersion) !== minorOf(current))
      return refusal(
        400,
        'NodePoolMcVersionIncompatible',
        'Nodes must have the version of the control plane.',
      )
    if (isUpgrade) this.upgrades.push(`${name} ${minorOf(wanted.orchestratorVersion)}`)
    Object.assign(pool, wanted, {
      provisioningState: isUpgrade ? 'Upgrading' : 'Updating',
      currentOrchestratorVersion: isUpgrade ? current : pool.currentOrchestratorVersion,
    })
    return ok(shownPool(name, pool))
  }
}

function shown({ group, name, location, tags, sku, eTag, properties, pools }: Cluster): object {
  return {
    id: `/subscriptions/s/resourcegroups/${group}/providers/Microsoft.ContainerService/managedClusters/${name}`,
    name,
    location,
    tags,
    sku,
    eTag: String(eTag),
    properties: {
      powerState: { code: 'Running' },
      ...properties,
      agentPoolProfiles: [...pools].map(([pool, values]) => ({ name: pool, ...values })),
    },
  }
}

function shownPool(name: string, pool: Pool): object {
  return { name, properties: { ...pool, eTag: '1' } }
}

function poolWith({ properties }: Cluster, values: Pool): Pool {
  const { kubernetesVersion, currentKubernetesVersion } = properties
  return {
    ...values,
    provisioningState: 'Creating',
    orchestratorVersion: kubernetesVersion,
    currentOrchestratorVersion: currentKubernetesVersion,
  }
}

function busyWith(cluster: Cluster, pool?: Pool): AzureModelAnswer | undefined {
  const states = [
    cluster.properties.provisioningState,
    ...(pool === undefined ? [] : [pool.provisioningState]),
  ]
  if (states.every((state) => ['Succeeded', 'Failed'].includes(state))) return undefined
  return refusal(
    409,
    'OperationNotAllowed',
    `Operation is not allowed because there is an in-progress operation on ${cluster.name}.`,
  )
}

function problemOfPool(
  name: string,
  { minCount = 0, maxCount = 0, count = 0, mode, vmSize }: Pool,
): AzureModelAnswer | undefined {
  if (!/^[a-z][a-z0-9]{0,11}$/.test(name))
    return refusal(400, 'InvalidParameter', `The value of parameter agentPool.name ${name} is invalid.`)
  if (mode === 'System' && minCount < 1)
    return refusal(400, 'InvalidParameter', 'A system pool needs a node.')
  if (minCount > maxCount || count < minCount || count > maxCount)
    return refusal(400, 'InvalidParameter', 'The count is not between the minimum and the maximum.')
  return vmSize?.startsWith('Standard_') === true
    ? undefined
    : refusal(400, 'InvalidParameter', `The VM size of ${vmSize} is not allowed in your subscription.`)
}
