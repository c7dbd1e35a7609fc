import { azureRegions } from '../../../schema/azure.ts'
import { accepted, notFound, ok, refusal, type AzureModelAnswer } from './answers.ts'
import { AksModel, type ClustersOptions } from './clusters.ts'

/* A model of Azure with one subscription, and of Microsoft Entra, which refuses what these refuse. */

interface Group {
  name: string
  location: string
  tags: Record<string, string>
  provisioningState: string
}

export interface AzureModelRequest {
  method: string
  /** The path with its query. */
  url: string
  authorization: string | undefined
  ifMatch?: string | undefined
  body: unknown
}

export interface AzureModelOptions extends ClustersOptions {
  subscriptionId: string
  clientId: string
  clientSecret: string
}

interface Permission {
  actions: string[]
  notActions: string[]
  dataActions: string[]
  notDataActions: string[]
}

export class AzureModel {
  readonly aks: AksModel
  /** The tags of the subscription. */
  tags: Record<string, string> = {}
  /** What the credentials allow. */
  permissions: Permission[] = [
    {
      actions: ['*'],
      notActions: ['Microsoft.Authorization/*/Write'],
      dataActions: ['Microsoft.ContainerService/managedClusters/*'],
      notDataActions: [],
    },
  ]
  /** The federated token of workers that the application trusts. */
  trusted: string | undefined
  /** The secret of the application. */
  clientSecret: string
  readonly #options: AzureModelOptions
  readonly #groups = new Map<string, Group>()
  #issued = 0

  constructor(options: AzureModelOptions) {
    this.#options = options
    this.clientSecret = options.clientSecret
    this.aks = new AksModel(options)
  }

  /** Returns all resources as `type name`. */
  resources(): string[] {
    return [...[...this.#groups.keys()].map((name) => `resource-group ${name}`), ...this.aks.resources()]
  }

  /** Creates a group that no reconcile has created. */
  addGroup(name: string, tags: Record<string, string>): void {
    this.#groups.set(name, { name, location: 'germanywestcentral', tags, provisioningState: 'Succeeded' })
  }

  /** Removes a group with everything in it at once. */
  dropGroup(name: string): void {
    this.#groups.delete(name)
    this.aks.dropGroup(name)
  }

  answer({ method, url, authorization = '', ifMatch, body }: AzureModelRequest): AzureModelAnswer {
    const { pathname, searchParams: query } = new URL(url, 'http://azure')
    if (pathname.endsWith('/oauth2/v2.0/token')) return this.#issue(body)
    if (
      !authorization.startsWith(`Bearer resources-${this.clientSecret}`) &&
      !authorization.startsWith('Bearer resources-federated')
    )
      return refusal(401, 'InvalidAuthenticationToken', 'The access token is invalid.')
    const [, subscription = '', first = '', ...rest] = pathname.split('/').filter((each) => each !== '')
    if (subscription !== this.#options.subscriptionId)
      return refusal(404, 'SubscriptionNotFound', `The subscription '${subscription}' could not be found.`)
    if (query.get('api-version') === null)
      return refusal(400, 'MissingApiVersionParameter', 'The version is missing.')
    switch (first.toLowerCase()) {
      case '':
        return ok({ subscriptionId: subscription, displayName: 'Example', tags: this.tags })
      case 'locations':
        return ok({ value: Object.values(azureRegions).map((name) => ({ name })) })
      case 'providers':
        return ok({ value: this.permissions })
      case 'resources':
        return ok({ value: this.aks.listed() })
      case 'resourcegroups':
        return this.#answerGroups({
          method,
          rest,
          body: (body ?? {}) as Record<string, unknown>,
          query,
          ifMatch,
        })
      default:
        return notFound(pathname)
    }
  }

  #issue(body: unknown): AzureModelAnswer {
    const form = new URLSearchParams(String(body))
    const { clientId } = this.#options
    const assertion = form.get('client_assertion')
    const isTrusted = assertion !== null && assertion === this.trusted
    const isKnown =
      form.get('client_id') === clientId && (isTrusted || form.get('client_secret') === this.clientSecret)
    if (!isKnown)
      return {
        status: 401,
        body: {
          error: 'invalid_client',
          error_description:
            'AADSTS7000215: Invalid client secret provided. Trace ID: 1f2e Correlation ID: 3a4b Timestamp: 2026-01-01 00:00:00Z',
        },
      }
    this.#issued += 1
    const what = form.get('scope')?.startsWith('6dae42f8') === true ? 'clusters' : 'resources'
    const token = `${what}-${isTrusted ? 'federated' : this.clientSecret}-${this.#issued}`
    return ok({ access_token: token, expires_in: 3599, token_type: 'Bearer' })
  }

  #answerGroups({ method, rest, body, query, ifMatch }: GroupsRequest): AzureModelAnswer {
    const [name, , , , cluster, ...more] = rest
    if (name === undefined) return ok({ value: this.#listed(query.get('$filter') ?? '') })
    const group = this.#groups.get(name)
    if (cluster !== undefined) {
      if (group === undefined)
        return refusal(404, 'ResourceGroupNotFound', `Resource group '${name}' could not be found.`)
      return this.aks.answer({ method, group: name, name: cluster, rest: more, body, ifMatch })
    }
    if (method === 'PUT') {
      const { location, tags } = body as unknown as Group
      if (group !== undefined && group.location !== location)
        return refusal(409, 'InvalidResourceGroupLocation', `The resource group exists in ${group.location}.`)
      const stored = { name, location, tags, provisioningState: 'Succeeded' }
      this.#groups.set(name, stored)
      return ok(shown(stored), 201)
    }
    if (group === undefined)
      return refusal(404, 'ResourceGroupNotFound', `Resource group '${name}' could not be found.`)
    if (method === 'DELETE') {
      group.provisioningState = 'Deleting'
      return accepted
    }
    const found = ok(shown(group))
    // The next look finds the end of what this one has seen.
    if (group.provisioningState === 'Deleting') this.dropGroup(name)
    return found
  }

  #listed(filter: string): object[] {
    const [, name = '', value = ''] = /^tagName eq '(.*)' and tagValue eq '(.*)'$/.exec(filter) ?? []
    return [...this.#groups.values()].filter(({ tags }) => tags[name] === value).map(shown)
  }
}

interface GroupsRequest {
  method: string
  rest: readonly string[]
  body: Record<string, unknown>
  query: URLSearchParams
  ifMatch: string | undefined
}

function shown({ name, location, tags, provisioningState }: Group): object {
  return { name, location, tags, properties: { provisioningState } }
}
