import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiPath } from '../../../schema/endpoints.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { release } from '../../../schema/release.ts'
import type { Collection } from './collections/collection.ts'
import { entrySchema } from './collections/fields.ts'
import { collections } from './collections/index.ts'
import { restFields, type JsonSchema } from './fields.ts'
import { openApi, type Operation } from './openapi.ts'

/** Markup that needs no escaping. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds markup from a template, and escapes all values that are no markup. */
function markup(strings: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const parts = strings.map((text, index) => {
    const value = values[index] ?? ''
    if (value instanceof Html) return text + value.text
    if (typeof value !== 'string') return text + value.map((each) => each.text).join('')
    return text + value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
  })
  return new Html(parts.join(''))
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --link: light-dark(#0b57d0, #8ab4f8) }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { margin: 2.5rem 0 .5rem } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem }
a { color: var(--link) } p { margin: .5rem 0 }
code, pre { font: .875em/1.5 ui-monospace, monospace } pre { background: var(--soft); border-radius: 6px; overflow: auto; padding: .75rem 1rem }
table { border-collapse: collapse; font-size: .9em; width: 100% } td, th { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top }
ul.links { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); list-style: none; padding: 0 }
ul.links li { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem } ul.links a { font-weight: 600 }
.method { display: inline-block; font: 600 .8em ui-monospace, monospace; min-width: 4.5em }
.muted { opacity: .7 }
.wide { overflow-x: auto }
`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Adds the index of the API and the reference of the REST API. They contain no script and load nothing. */
export function addPages(app: FastifyInstance): void {
  const open = { config: { open: true } }
  app.get(apiPath, open, async (_, reply) => sendHome(reply))
  app.get('/rest', open, async (_, reply) => send(reply, 'QleetOS REST API', referencePage()))
}

/** Sends the index of the API as a page. */
export function sendHome(reply: FastifyReply): FastifyReply {
  return send(reply, 'QleetOS', homePage())
}

function send(reply: FastifyReply, title: string, body: Html): FastifyReply {
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${new Html(style)}</style>
      </head>
      <body>
        ${body}
      </body>
    </html> `
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page.text)
}

function homePage(): Html {
  return markup`<header>
      <h1>QleetOS</h1>
      <p class="muted">Control plane, release ${release}</p>
    </header>
    <ul class="links">
      <li><a href="/">Console</a><br />See and change what runs.</li>
      <li><a href="/graphql">GraphiQL</a><br />Explore the GraphQL API in the browser.</li>
      <li><a href="/rest">REST reference</a><br />Paths, fields and filters of the legacy API.</li>
      <li><a href="/openapi.json">OpenAPI document</a><br />For generators and tools.</li>
      <li><a href="/v0">Index of the REST API</a><br />Its paths as JSON.</li>
      <li><a href="/readyz">Readiness</a><br />Reports whether the control plane can do its work.</li>
      <li><a href="/healthz">Health</a><br />Reports that the server is alive.</li>
    </ul>
    <h2>Access</h2>
    <p>
      <code>qleetctl console</code> opens the console in a browser. GraphQL and REST require a token otherwise;
      <code>qleetctl status</code> prints the path of its file:
    </p>
    <pre>
curl -H "Authorization: Bearer $(cat PATH_OF_THE_TOKEN_FILE)" http://THIS_HOST/v0/workload-instances</pre>
    <h2>Endpoints</h2>
    <div class="wide">
      <table>
        <tbody>
          <tr>
            <td><code>POST /graphql</code></td>
            <td>GraphQL queries and mutations; subscriptions over WebSocket.</td>
          </tr>
          <tr>
            <td><code>/graphql/stream</code></td>
            <td>GraphQL over server-sent events.</td>
          </tr>
          <tr>
            <td><code>/v0/…</code></td>
            <td>The REST API of QleetOS 0.2 and Threeport.</td>
          </tr>
          <tr>
            <td><code>/metrics</code></td>
            <td>Metrics for Prometheus; requires a token.</td>
          </tr>
        </tbody>
      </table>
    </div>`
}

function referencePage(): Html {
  const { info } = openApi()
  return markup`<header>
      <h1>${info.title}</h1>
      <p>${info.description}</p>
      <p><a href="/api">Home</a> · <a href="/openapi.json">OpenAPI document</a></p>
    </header>
    <nav>
      <p>${sections().map(({ name }) => markup`<a href="#${name}">${name}</a> `)}</p>
    </nav>
    <h2>Conventions</h2>
    <ul>
      <li>
        Every response is an envelope: <code>Meta</code>, <code>Type</code>, <code>Data</code> and
        <code>Status</code>. Errors have <code>Status.reason</code>, <code>Status.fields</code> and
        <code>Status.requestId</code>.
      </li>
      <li>
        Lists have pages (<code>page</code>, <code>size</code>), an order (<code>sort</code>) and filters; the
        <code>Link</code> header has the next page. Unknown parameters are refused.
      </li>
      <li>
        Send the <code>ETag</code> of an object as <code>If-Match</code> so that no write is lost, and an
        <code>Idempotency-Key</code> to repeat a write safely.
      </li>
      <li>Fields without a value are omitted. IDs are numbers, times have the format of RFC 3339.</li>
    </ul>
    ${sections().map(
      ({ name, description, fields }) =>
        markup`<section id="${name}">
          <h2>${name}</h2>
          <p>${description}</p>
          ${operationTable(name)}
          <h3>Fields</h3>
          <div class="wide">
            <table>
              <thead>
                <tr>
                  <th>Field</th>
                  <th>Type</th>
                  <th>Description</th>
                </tr>
              </thead>
              <tbody>
                ${fields.map(
                  (field) =>
                    markup`<tr>
                      <td>
                        <code>${field.name}</code
                        >${field.required === true ? markup` <span title="required">*</span>` : ''}
                      </td>
                      <td>${typeName(field.schema)}</td>
                      <td>${field.description}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
        </section>`,
    )}`
}

/** A section of the reference: a kind, or a collection. */
interface Section {
  name: string
  description: string
  fields: readonly { name: string; required?: boolean; schema: JsonSchema; description: string }[]
}

let described: readonly Section[] | undefined

/** Describes every type of objects. It takes a tenth of the start of a server, so it waits for the first reader. */
function sections(): readonly Section[] {
  return (described ??= [...allKinds.map(sectionOfKind), ...collections.map(sectionOfCollection)])
}

function sectionOfKind(kind: Kind): Section {
  const fields = restFields(kind).map((field) => ({
    ...field,
    description: `${accessOf(field.from)}${field.description}`,
  }))
  return { name: kind.kind, description: kind.description, fields }
}

function sectionOfCollection(collection: Collection): Section {
  const { type: name, description } = collection
  return { name, description, fields: fieldsOfEntry(entrySchema(collection)) }
}

function fieldsOfEntry({ properties, required }: JsonSchema): Section['fields'] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    schema,
    required: (required as string[]).includes(name),
    description: `${schema['readOnly'] === true ? 'Read-only. ' : ''}${String(schema['description'])}`,
  }))
}

function operationTable(kind: string): Html {
  const rows = Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]: [string, Operation]) =>
      operation.tags.includes(kind)
        ? [
            markup`<tr>
              <td><span class="method">${method.toUpperCase()}</span><code>${path}</code></td>
              <td>${operation.summary}.</td>
            </tr>`,
          ]
        : [],
    ),
  )
  return markup`<div class="wide">
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

function typeName({ type, format, $ref }: Readonly<Record<string, unknown>>): string {
  if (typeof $ref === 'string') return 'object'
  return format === 'date-time' ? 'time' : typeof type === 'string' ? type : 'any'
}

function accessOf(from: string): string {
  if (from === 'server' || from === 'status') return 'Read-only. '
  return from === 'inert' ? 'No effect. ' : ''
}
