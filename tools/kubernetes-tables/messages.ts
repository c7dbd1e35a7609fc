/** A field of a protobuf message. */
export interface MessageField {
  name: string
  number: number
  /** The schema name of the message type of the field; undefined for scalars and maps. */
  message: string | undefined
}

/** The fields of protobuf messages by the names of their OpenAPI schemas, whether or not those exist. */
export type Messages = Map<string, readonly MessageField[]>

const packageLine = /^package ([\w.]+);/m
const messageBlock = /^message (\w+) \{\n([\s\S]*?)^\}/gm
const fieldLine = /^ {2}(?:optional|repeated|map<\w+, *[\w.]+>) *([\w.]+)? (\w+) = (\d+);/gm

/** Parses a `generated.proto` in the format of Kubernetes' generator: flat messages with one field per line. */
export function parseMessages(text: string): Messages {
  const inPackage = packageLine.exec(text)?.[1] ?? ''
  const messages: Messages = new Map()
  for (const [, message = '', body = ''] of text.matchAll(messageBlock)) {
    const fields = [...body.matchAll(fieldLine)].map(([, type, name = '', number]) => ({
      name,
      number: Number(number),
      message: messageName(inPackage, type ?? ''),
    }))
    messages.set(schemaName(`${inPackage}.${message}`), fields)
  }
  return messages
}

/**
 * Returns the schema name of a message type: types of other packages start with a dot, those of the same package with a
 * capital.
 */
function messageName(inPackage: string, type: string): string | undefined {
  if (type.startsWith('.')) return schemaName(type.slice(1))
  return /^[A-Z]/.test(type) ? schemaName(`${inPackage}.${type}`) : undefined
}

/** Converts a message name to a schema name: OpenAPI reverses the domain of Kubernetes. */
function schemaName(message: string): string {
  return message.replace(/^k8s\.io\./, 'io.k8s.')
}
