import { kubernetesVersion } from '../generated/kubernetes-version.ts'

// OpenAPI v2, as far as clients need it: kubectl reads it, in binary form only, if a document has a kind
// that v3 does not have (`kind: List`, kinds whose definition is still missing), and leaves kinds without a
// schema to the server.

const info = { title: 'Kubernetes', version: kubernetesVersion.gitVersion }

export const binaryType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

export function jsonDocument(): string {
  return JSON.stringify({ swagger: '2.0', info, paths: {}, definitions: {} })
}

/** Returns the document as a message of gnostic's OpenAPIv2: field 1 is the version, field 2 the information. */
export function binaryDocument(): Buffer {
  const about = Buffer.concat([text(1, info.title), text(2, info.version)])
  return Buffer.concat([
    text(1, '2.0'),
    field(2, about),
    field(8, Buffer.alloc(0)),
    field(9, Buffer.alloc(0)),
  ])
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value))
}

/** Returns a length-delimited field; tag and length fit into one byte each. */
function field(number: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), value])
}
