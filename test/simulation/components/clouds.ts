import { ContainerServiceClient } from '@azure/arm-containerservice'
import { createHttpHeaders } from '@azure/core-rest-pipeline'
import { AzureAccount } from '../../../schema/kinds/azure-account.ts'
import { GcpAccount } from '../../../schema/kinds/gcp-account.ts'
import { createAzureClients, type AzureClients } from '../../../workers/azure/clients.ts'
import type { JsonRequest, JsonResponse } from '../../../workers/clouds/json-request.ts'
import { createGcpClients, type GcpClients } from '../../../workers/gcp/clients.ts'
import { AzureModel } from '../../support/azure/model.ts'
import { GoogleCloudModel } from '../../support/google-cloud/model.ts'
import type { World } from '../world/world.ts'
import type { Network } from './network.ts'

/** Models of Google Cloud and of Azure, which workers call as they call these. */
export interface SimulatedClouds {
  gcp(): GcpClients
  azure(): AzureClients
  /** Returns the resources of a provider as `type name`. */
  resources(provider: 'gcp' | 'azure'): string[]
}

/** Some groups of nodes have no machines at first. */
function isLucky(created: number): boolean {
  return created % 4 > 0
}

export function createSimulatedClouds({
  world,
  network,
}: {
  world: World
  network: Network
}): SimulatedClouds {
  const [google] = GcpAccount.examples
  const [azure] = AzureAccount.examples
  const gcpModel = new GoogleCloudModel(String(google?.['projectId']), {
    endpointOf: (name) => ({ endpoint: `${name}.gke.invalid` }),
    isLucky,
  })
  const azureModel = new AzureModel({
    subscriptionId: String(azure?.['subscriptionId']),
    clientId: String(azure?.['clientId']),
    clientSecret: String(azure?.['clientSecret']),
    kubeconfigOf,
    isLucky,
  })
  const process = world.process('clouds')
  /** Calls a model over the simulated network: requests and responses get lost. */
  const through =
    (answer: (request: JsonRequest) => JsonResponse) =>
    ({ ...request }: JsonRequest): Promise<JsonResponse> =>
      network.call({
        to: process,
        label: `${request.method} ${new URL(request.url).pathname}`,
        effect: () => answer(request),
        signal: request.signal,
      })
  const sendToGoogle = through(({ method, url, body }) => {
    const [, service = '', path = ''] = /^https:\/\/(\w+)\.googleapis\.com(.*)$/.exec(url) ?? []
    return gcpModel.answer(service, method, path, body)
  })
  const sendToAzure = through(({ method, url, headers = {}, body }) => {
    const { pathname, search } = new URL(url)
    return azureModel.answer({
      method,
      url: `${pathname}${search}`,
      authorization: headers['authorization'],
      ifMatch: headers['if-match'],
      body,
    })
  })
  return {
    gcp: () => createGcpClients({ send: sendToGoogle, tokens: () => async () => 'token' }),
    azure: () =>
      createAzureClients({
        send: sendToAzure,
        load: async () => ({ ContainerServiceClient, createHttpHeaders }),
      }),
    resources: (provider) => (provider === 'gcp' ? gcpModel : azureModel).resources(),
  }
}

function kubeconfigOf(name: string): string {
  return JSON.stringify({
    clusters: [{ name, cluster: { server: `https://${name}.aks.invalid` } }],
    users: [{ name: 'user', user: {} }],
    contexts: [{ name, context: { cluster: name, user: 'user' } }],
    'current-context': name,
  })
}
