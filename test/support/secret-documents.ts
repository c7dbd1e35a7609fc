/* Documents whose values are secrets. */

/** A Secret as YAML, with a comment. */
export function secret(name: string, values: string): string {
  return `# A comment that stays.\napiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\n${values}`
}

/** The fields of a Secret with a value, and another one that is encoded. */
export const texts = (value: string, packed = value): string =>
  `stringData:\n  password: '${value}'\ndata:\n  token: ${Buffer.from(packed).toString('base64')}\n`

/** Applies documents, and selects everything in which a value could be. */
export const apply = `mutation ($documents: [ObjectDocumentInput!]!, $dryRun: Boolean, $key: String) {
  apply(input: { documents: $documents }, options: { dryRun: $dryRun, idempotencyKey: $key }) {
    results { result object { id manifest generation history { nodes { diff { before after } } } } diff { before after } }
    diff { path before after }
  }
}`

/** A workload of a document, in a namespace of its own. */
export function workload(name: string, yamlDocument: string, spec: object = {}) {
  return [
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace: `ns-${name}`, ...spec } },
  ]
}
