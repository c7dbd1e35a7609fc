import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { request } from 'undici'

/*
 * What moto lacks of EKS: states that take time, versions, add-ons and a Kubernetes API. Everything else passes through to moto.
 * Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_Operations.html
 */

export interface EksStandIn {
  url: string
  /** Returns the add-ons of a cluster with their versions. */
  addOnsOf(cluster: string): Record<string, string>
  /** Lets an add-on of all clusters be degraded for a reason, or no more. */
  degrade(addOn: string, reason: string | undefined): void
  /** Returns the roles of service accounts of a cluster. */
  identitiesOf(cluster: string): Record<string, unknown>
  /** The changes of clusters and groups that were requested, in their order. */
  updates: string[]
  stop(): Promise<void>
}

interface ClusterState {
  version: string
  status: string
  access: Record<string, unknown>
  addOns: Map<string, string>
  groups: Map<string, { version: string; status: string }>
  /** The service accounts with a role. */
  identities: Map<string, Record<string, unknown>>
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** The version of a cluster that names none. */
const defaultVersion = '1.34'

/**
 * Starts the stand-in.
 *
 * @param upstream The URL of moto.
 * @param kubernetesUrl The URL of the Kubernetes API of all clusters.
 */
export async function startEksStandIn(upstream: string, kubernetesUrl: string): Promise<EksStandIn> {
  const clusters = new Map<string, ClusterState>()
  const updates: string[] = []
  const degraded = new Map<string, string>()
  const service = new EksService({ upstream, kubernetesUrl, clusters, updates, degraded })
  const server = createServer((incoming, response) => {
    service.serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    degrade: (addOn, reason) => {
      if (reason === undefined) degraded.delete(addOn)
      else degraded.set(addOn, reason)
    },
    addOnsOf: (cluster) => Object.fromEntries(clusters.get(cluster)?.addOns ?? []),
    identitiesOf: (cluster) =>
      Object.fromEntries(
        [...(clusters.get(cluster)?.identities.values() ?? [])].map((each) => [each['serviceAccount'], each]),
      ),
    updates,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class EksService {
  readonly #upstream: string
  readonly #kubernetesUrl: string
  readonly #clusters: Map<string, ClusterState>
  readonly #updates: string[]
  readonly #degraded: ReadonlyMap<string, string>

  constructor(options: {
    upstream: string
    kubernetesUrl: string
    clusters: Map<string, ClusterState>
    updates: string[]
    degraded: ReadonlyMap<string, string>
  }) {
    this.#upstream = options.upstream
    this.#kubernetesUrl = options.kubernetesUrl
    this.#clusters = options.clusters
    this.#updates = options.updates
    this.#degraded = options.degraded
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const isEks = incoming.headers.authorization?.includes('/eks/aws4_request') === true
    const own = isEks ? await this.#answer(incoming, body) : undefined
    if (own !== undefined) {
      const error = own.body['errorType']
      response.writeHead(own.status, {
        'content-type': 'application/json',
        ...(typeof error === 'string' ? { 'x-amzn-errortype': error } : {}),
      })
      response.end(JSON.stringify(own.body))
      return
    }
    const passed = await this.#pass(incoming, body)
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = passed.headers
    response.writeHead(passed.statusCode, headers as Record<string, string>)
    response.end(Buffer.from(await passed.body.arrayBuffer()))
  }

  #pass(incoming: IncomingMessage, body: Buffer) {
    const {
      connection: _,
      'transfer-encoding': __,
      'content-length': ___,
      expect: ____,
      ...headers
    } = incoming.headers
    return request(`${this.#upstream}${incoming.url ?? '/'}`, {
      method: (incoming.method ?? 'GET') as 'GET',
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    })
  }

  /** Returns the answer to a request that moto does not know, or answers otherwise than AWS. */
  async #answer(incoming: IncomingMessage, body: Buffer): Promise<Answer | undefined> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://eks')
    const [root, name = '', part, child, more] = pathname
      .split('/')
      .filter((each) => each !== '')
      .map(decodeURIComponent)
    const method = incoming.method ?? 'GET'
    const input = (body.length === 0 ? {} : JSON.parse(body.toString())) as Record<string, unknown>
    if (root === 'addons') return versionsOf(searchParams)
    if (root !== 'clusters') return undefined
    if (method === 'POST' && name === '') return this.#createCluster(incoming, { body, input })
    const cluster = this.#clusters.get(name)
    if (cluster === undefined)
      return part === 'pod-identity-associations' ? notFound('No cluster found.') : undefined
    if (part === undefined) return method === 'GET' ? this.#describeCluster(incoming, cluster) : undefined
    if (part === 'addons')
      return answerAddOns(cluster, { method, child, more, input, degraded: this.#degraded })
    if (part === 'pod-identity-associations')
      return answerIdentities(cluster, { method, child, input, searchParams })
    if (part === 'updates') return this.#upgrade(name, cluster, input)
    if (part === 'update-config') return this.#reconfigure(name, cluster, input)
    if (part !== 'node-groups') return undefined
    if (method === 'POST' && child === undefined) return this.#createGroup(incoming, { body, input, cluster })
    const group = cluster.groups.get(child ?? '')
    if (group === undefined) return undefined
    if (method === 'POST' && more === 'update-version') return this.#upgradeGroup(child ?? '', cluster, input)
    return method === 'GET' ? this.#describeGroup(incoming, group) : undefined
  }

  async #createCluster(
    incoming: IncomingMessage,
    { body, input }: { body: Buffer; input: Record<string, unknown> },
  ): Promise<Answer> {
    const {
      name,
      version = defaultVersion,
      resourcesVpcConfig,
    } = input as { name: string; version?: string; resourcesVpcConfig: Record<string, unknown> }
    const created = await this.#passedOn(incoming, body)
    if (created.status >= 300) return created
    const cluster = {
      version,
      status: 'CREATING',
      access: resourcesVpcConfig,
      addOns: new Map<string, string>(),
      groups: new Map(),
      identities: new Map(),
    }
    this.#clusters.set(name, cluster)
    return { status: 200, body: { cluster: this.#shown(created.body['cluster'], cluster) } }
  }

  async #passedOn(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const { statusCode, body: text, headers } = await this.#pass(incoming, body)
    const parsed = (await text.json()) as Record<string, unknown>
    const errorType = headers['x-amzn-errortype']
    return { status: statusCode, body: errorType === undefined ? parsed : { ...parsed, errorType } }
  }

  #shown(found: unknown, { version, status, access }: ClusterState): object {
    const cluster = found as { resourcesVpcConfig: object }
    return {
      ...cluster,
      version,
      status,
      endpoint: this.#kubernetesUrl,
      certificateAuthority: {},
      resourcesVpcConfig: {
        ...cluster.resourcesVpcConfig,
        ...access,
        vpcId: 'vpc-1',
        clusterSecurityGroupId: 'sg-1',
      },
    }
  }

  async #describeCluster(incoming: IncomingMessage, cluster: ClusterState): Promise<Answer> {
    const found = await this.#passedOn(incoming, Buffer.alloc(0))
    if (found.status >= 300) return found
    const shown = this.#shown(found.body['cluster'], cluster)
    // The next look finds the end of what this one has seen.
    cluster.status = 'ACTIVE'
    return { status: 200, body: { cluster: shown } }
  }

  #upgrade(name: string, cluster: ClusterState, input: Record<string, unknown>): Answer {
    const { version } = input as { version: string }
    if (cluster.status !== 'ACTIVE') return refusal('ResourceInUseException', 'The cluster is being updated.')
    const [, minor = '0'] = cluster.version.split('.')
    if (version !== `1.${Number(minor) + 1}`)
      return refusal(
        'InvalidParameterException',
        `Unsupported Kubernetes minor version update from ${cluster.version} to ${version}`,
      )
    if ([...cluster.groups.values()].some((group) => group.version !== cluster.version))
      return refusal('InvalidParameterException', 'Nodes have an older version.')
    cluster.status = 'UPDATING'
    cluster.version = version
    this.#updates.push(`${name} ${version}`)
    return { status: 200, body: { update: { id: 'u', status: 'InProgress' } } }
  }

  #reconfigure(name: string, cluster: ClusterState, input: Record<string, unknown>): Answer {
    if (cluster.status !== 'ACTIVE') return refusal('ResourceInUseException', 'The cluster is being updated.')
    cluster.status = 'UPDATING'
    cluster.access = { ...cluster.access, ...(input['resourcesVpcConfig'] as object) }
    this.#updates.push(`${name} access`)
    return { status: 200, body: { update: { id: 'u', status: 'InProgress' } } }
  }

  async #createGroup(
    incoming: IncomingMessage,
    { body, input, cluster }: { body: Buffer; input: Record<string, unknown>; cluster: ClusterState },
  ): Promise<Answer> {
    if (cluster.status !== 'ACTIVE')
      return refusal('InvalidRequestException', 'Cluster is not in ACTIVE status.')
    const created = await this.#passedOn(incoming, body)
    if (created.status >= 300) return created
    const group = { version: cluster.version, status: 'CREATING' }
    cluster.groups.set(String(input['nodegroupName']), group)
    return { status: 200, body: { nodegroup: { ...(created.body['nodegroup'] as object), ...group } } }
  }

  async #describeGroup(
    incoming: IncomingMessage,
    group: { version: string; status: string },
  ): Promise<Answer> {
    const found = await this.#passedOn(incoming, Buffer.alloc(0))
    if (found.status >= 300) return found
    const shown = { ...(found.body['nodegroup'] as object), ...group }
    group.status = 'ACTIVE'
    return { status: 200, body: { nodegroup: shown } }
  }

  #upgradeGroup(name: string, cluster: ClusterState, input: Record<string, unknown>): Answer {
    const { version } = input as { version: string }
    const group = cluster.groups.get(name)
    if (group === undefined || version !== cluster.version)
      return refusal('InvalidParameterException', 'Nodes cannot be newer than the cluster.')
    Object.assign(group, { version, status: 'UPDATING' })
    this.#updates.push(`${name} ${version}`)
    return { status: 200, body: { update: { id: 'u', status: 'InProgress' } } }
  }
}

function refusal(errorType: string, message: string): Answer {
  return { status: 400, body: { errorType, message } }
}

interface AddOnRequest {
  method: string
  child: string | undefined
  more: string | undefined
  input: Record<string, unknown>
  /** Why add-ons are degraded. */
  degraded: ReadonlyMap<string, string>
}

function answerAddOns(cluster: ClusterState, { method, child, more, input, degraded }: AddOnRequest): Answer {
  if (method === 'GET' && child === undefined)
    return { status: 200, body: { addons: [...cluster.addOns.keys()] } }
  const name = child ?? String(input['addonName'])
  if (method === 'POST' && child === undefined) {
    if (cluster.addOns.has(name)) return refusal('ResourceInUseException', 'Addon already exists.')
    cluster.addOns.set(name, `v${cluster.version}`)
  }
  if (more === 'update') cluster.addOns.set(name, String(input['addonVersion']))
  const addonVersion = cluster.addOns.get(name)
  if (addonVersion === undefined) return notFound('No addon found.')
  const message = degraded.get(name)
  const state =
    message === undefined ? { status: 'ACTIVE' } : { status: 'DEGRADED', health: { issues: [{ message }] } }
  return { status: 200, body: { addon: { addonName: name, addonVersion, ...state } } }
}

function notFound(message: string): Answer {
  return { status: 404, body: { errorType: 'ResourceNotFoundException', message } }
}

interface IdentityRequest {
  method: string
  /** The ID of an association. */
  child: string | undefined
  input: Record<string, unknown>
  searchParams: URLSearchParams
}

function answerIdentities(
  { identities }: ClusterState,
  { method, child, input, searchParams }: IdentityRequest,
): Answer {
  if (child !== undefined) {
    const association = identities.get(child)
    if (association === undefined) return notFound('No association found.')
    if (method === 'DELETE') identities.delete(child)
    if (method === 'POST') Object.assign(association, input)
    return { status: 200, body: { association } }
  }
  const isOf = (each: Record<string, unknown>, wanted: (name: string) => unknown): boolean =>
    ['namespace', 'serviceAccount'].every((name) => wanted(name) === null || each[name] === wanted(name))
  if (method === 'GET') {
    const associations = [...identities.values()].filter((each) =>
      isOf(each, (name) => searchParams.get(name)),
    )
    return { status: 200, body: { associations } }
  }
  if ([...identities.values()].some((each) => isOf(each, (name) => input[name])))
    return refusal('ResourceInUseException', 'Association already exists.')
  const associationId = `a-${randomUUID()}`
  const association = { ...input, associationId }
  identities.set(associationId, association)
  return { status: 200, body: { association } }
}

/** Add-ons have the version of their cluster. */
function versionsOf(query: URLSearchParams): Answer {
  const clusterVersion = query.get('kubernetesVersion')
  const compatibilities = [{ clusterVersion, defaultVersion: true }]
  const addonVersions = [{ addonVersion: `v${clusterVersion ?? ''}`, compatibilities }]
  return { status: 200, body: { addons: [{ addonName: query.get('addonName'), addonVersions }] } }
}
