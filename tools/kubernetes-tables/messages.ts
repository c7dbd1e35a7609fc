/** One field of a protobuf message. */
export interface MessageField {
  name: string
  number: number
  /** The schema name of the message it holds; undefined for scalars and maps. */
  message: string | undefined
}

/** The fields of protobuf messages by the names their OpenAPI schemas have, or would have. */
export type Messages = Map<string, readonly MessageField[]>

const packageLine = /^package ([\w.]+);/m
const messageBlock = /^message (\w+) \{\n([\s\S]*?)^\}/gm
const fieldLine = /^ {2}(?:optional|repeated|map<\w+, *[\w.]+>) *([\w.]+)? (\w+) = (\d+);/gm

/** Parses a `generated.proto` as Kubernetes' generator writes it: flat messages with one field a line. */
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

/** Types of other packages begin with a dot, those of the own one with a capital. */
function messageName(inPackage: string, type: string): string | undefined {
  if (type.startsWith('.')) return schemaName(type.slice(1))
  return /^[A-Z]/.test(type) ? schemaName(`${inPackage}.${type}`) : undefined
}

/** OpenAPI writes the domain of Kubernetes the other way round. */
function schemaName(message: string): string {
  return message.replace(/^k8s\.io\./, 'io.k8s.')
}
