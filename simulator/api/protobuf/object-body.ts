import type { ClusterContext } from '../../context.ts'
import { badRequest, unsupportedMediaType } from '../../errors/status-error.ts'
import { own, type JsonObject } from '../../json.ts'
import { modelType } from '../../schema/models.ts'
import type { ObjectType } from '../../schema/type.ts'
import { decodeMessage, openEnvelope, ProtobufError } from './decode.ts'

export const protobuf = 'application/vnd.kubernetes.protobuf'

/** Kinds that clients send but that are no resources. */
const others: Readonly<Record<string, string>> = {
  DeleteOptions: 'V1DeleteOptions',
  Eviction: 'V1Eviction',
  Scale: 'V1Scale',
  TokenRequest: 'AuthenticationV1TokenRequest',
}

/** Decodes a binary request body. Thrown UnsupportedMediaType: for kinds that are only read as JSON. */
export function parseProtobuf({ registry }: Pick<ClusterContext, 'registry'>, body: Buffer): JsonObject {
  try {
    const { apiVersion, kind, raw } = openEnvelope(body)
    const type = typeOf(own(others, kind)) ?? registry.findKind(apiVersion, kind)?.type()
    if (type === undefined) throw new ProtobufError(`${apiVersion}, Kind=${kind} is not known`)
    return { apiVersion, kind, ...decodeMessage(type, raw) }
  } catch (error) {
    if (error instanceof ProtobufError) throw unsupportedMediaType([`application/json (${error.message})`])
    if (error instanceof RangeError) throw badRequest(error.message)
    throw error
  }
}

function typeOf(model: string | undefined): ObjectType | undefined {
  return model === undefined ? undefined : modelType(model)
}
