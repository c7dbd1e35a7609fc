import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringify } from 'yaml'
import type { JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'

const contentTypes = { json: 'application/json', yaml: 'application/yaml' } as const

export function sendObject(
  response: ServerResponse,
  code: number,
  content: { object: JsonObject; format?: 'json' | 'yaml' | undefined },
): void {
  const { object, format = 'json' } = content
  sendReadable(response, code, {
    text: format === 'yaml' ? stringify(object, { sortMapEntries: true }) : `${JSON.stringify(object)}\n`,
    type: contentTypes[format],
  })
}

/** Sends a text, in lines if it is JSON for a person. */
export function sendReadable(
  response: ServerResponse,
  code: number,
  { text, type }: { text: string | Buffer; type: string },
): void {
  const isJson = typeof text === 'string' && type.startsWith(contentTypes.json)
  const inLines = isJson && wantsLines(response.req)
  sendText(response, code, { text: inLines ? JSON.stringify(JSON.parse(text), null, 2) : text, type })
}

/** Programs that people look at responses with: browsers, curl and wget. */
const readers = /^(curl|Wget|Mozilla\/5\.0)/

/**
 * Reports whether a request wants JSON in lines; a response within this process has none.
 * https://github.com/kubernetes/apiserver/blob/master/pkg/endpoints/handlers/negotiation/negotiate.go
 */
function wantsLines(request: IncomingMessage | undefined): boolean {
  const { url = '', headers = {} } = request ?? {}
  const pretty = new URL(url, 'http://server').searchParams.get('pretty')
  return pretty === null || pretty === ''
    ? readers.test(headers['user-agent'] ?? '')
    : /^(1|t|true)$/i.test(pretty)
}

export function sendText(
  response: ServerResponse,
  code: number,
  content: { text: string | Buffer; type: string },
): void {
  response.writeHead(code, {
    'content-type': content.type,
    'cache-control': 'no-cache, private',
    'content-length': Buffer.byteLength(content.text),
  })
  response.end(content.text)
}

/**
 * Sets warnings in the form of RFC 7234: code 299, no agent, the text quoted. Must be called before anything is sent.
 */
export function setWarnings(response: ServerResponse, warnings: ReadonlySet<string>): void {
  if (warnings.size === 0) return
  const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  response.setHeader('warning', [...warnings].map((text) => `299 - "${quoted(text)}"`).join(', '))
}

const serialised = new WeakMap<KubeObject, string>()

/**
 * Returns the JSON of a stored object, cached: stored objects do not change, and lists and watches need it repeatedly.
 */
export function jsonOf(object: KubeObject): string {
  let text = serialised.get(object)
  if (text === undefined) serialised.set(object, (text = JSON.stringify(object)))
  return text
}
