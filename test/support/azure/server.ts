import { startJsonStandIn, type JsonStandIn } from '../json-stand-in.ts'
import { AzureModel, type AzureModelOptions } from './model.ts'

/** Azure Resource Manager with one subscription, and Microsoft Entra, over HTTP. */
export interface AzureStandIn extends JsonStandIn {
  model: AzureModel
}

export async function startAzure(options: AzureModelOptions): Promise<AzureStandIn> {
  const model = new AzureModel(options)
  const server = await startJsonStandIn(({ method, url, headers, body }) =>
    model.answer({
      method,
      url,
      authorization: headers['authorization'],
      ifMatch: headers['if-match'],
      body,
    }),
  )
  return { ...server, model }
}
