import { startJsonStandIn, type JsonStandIn } from '../json-stand-in.ts'
import { refusal } from './answers.ts'
import { GoogleCloudModel, type GoogleCloudOptions } from './model.ts'
import { GoogleTokens } from './tokens.ts'

/** Google Cloud with one project, over HTTP. */
export interface GoogleCloudStandIn extends JsonStandIn {
  model: GoogleCloudModel
  tokens: GoogleTokens
}

export async function startGoogleCloud(
  projectId: string,
  options: GoogleCloudOptions,
): Promise<GoogleCloudStandIn> {
  const model = new GoogleCloudModel(projectId, options)
  const tokens = new GoogleTokens(projectId)
  const server = await startJsonStandIn(({ method, url, headers, body }) => {
    const [, service = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(url) ?? []
    const { authorization } = headers
    const issued = tokens.answer(service, { url: path, authorization, body })
    if (issued !== undefined) return issued
    return tokens.isAccepted(authorization)
      ? model.answer(service, method, path, body)
      : refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
  })
  return { ...server, model, tokens }
}
