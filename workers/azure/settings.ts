import type { ContainerServiceClient } from '@azure/arm-containerservice'
import type { createHttpHeaders } from '@azure/core-rest-pipeline'
import type { JsonRequest, JsonResponse } from '../clouds/json-request.ts'

/** The credentials of an account, as its spec and its secrets have them. */
export interface AzureCredentials {
  subscriptionId: string
  tenantId: string
  clientId: string
  clientSecret?: string | undefined
}

/** What is loaded of the SDK. */
export interface AzureSdk {
  ContainerServiceClient: typeof ContainerServiceClient
  createHttpHeaders: typeof createHttpHeaders
}

/** The settings of Azure, from the configuration of the worker. */
export interface AzureSettings {
  /** The URL of Azure Resource Manager. @default that of the public cloud */
  endpoint?: string | undefined
  /** The URL of Microsoft Entra, which issues tokens. @default that of the public cloud */
  authority?: string | undefined
  /** The identity of the worker itself, if accounts may use it: a token that its platform issues. */
  identity?: { tokenFile: string } | undefined
  /** Sends requests. @default over HTTP */
  send?: ((request: JsonRequest) => Promise<JsonResponse>) | undefined
  /** Loads the SDK. */
  load?: (() => Promise<AzureSdk>) | undefined
}
