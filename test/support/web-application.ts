/** Returns the YAML of an application with a Deployment and Services, by name and port. */
export function webApplication(services: Readonly<Record<string, number>> = { web: 80 }): string {
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`
  const manifests = Object.entries(services).map(
    ([name, port]) => `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: web }, ports: [{ port: ${port} }] }
`,
  )
  return [deployment, ...manifests].join('---\n')
}

/** Returns an application with its definition. */
export function webInstance(name: string, namespace: string, services?: Readonly<Record<string, number>>) {
  return [
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument: webApplication(services) } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace } },
  ]
}
