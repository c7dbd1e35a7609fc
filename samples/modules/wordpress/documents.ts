import type { ObjectDocument } from '../../../client-sdk/index.ts'
import type { Site } from './kinds.ts'

/** The label of the objects of a site. */
export const siteLabel = 'wordpress.example.com/site'

/** Returns the name of the objects of a site. */
export function nameOf({ Name }: Pick<Site, 'Name'>): string {
  return `wordpress-${Name}`
}

/** Returns the objects of a site: a workload, which owns its database and its gateway. */
export function documentsOf(site: Site): ObjectDocument[] {
  const name = nameOf(site)
  const labels = { [siteLabel]: site.Name }
  const spec = { yamlDocument: manifestsOf(site), dependencies: dependenciesOf(site) }
  const scale = [{ name: 'wordpress', replicas: site.Replicas }]
  return [
    { kind: 'WorkloadDefinition', name, labels, spec },
    { kind: 'WorkloadInstance', name, labels, spec: { definition: name, scale } },
  ]
}

function manifestsOf({ Image }: Site): string {
  const labels = { app: 'wordpress' }
  const container = {
    name: 'wordpress',
    image: Image,
    ports: [{ name: 'http', containerPort: 80 }],
    readinessProbe: { tcpSocket: { port: 'http' } },
  }
  const template = { metadata: { labels }, spec: { containers: [container] } }
  const ports = [{ name: 'http', port: 80, targetPort: 'http' }]
  const metadata = { name: 'wordpress' }
  const manifests = [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { selector: { matchLabels: labels }, template },
    },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports } },
  ]
  return manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n')
}

function dependenciesOf({ StorageGb }: Site): unknown[] {
  const env = {
    WORDPRESS_DB_HOST: 'host',
    WORDPRESS_DB_NAME: 'database',
    WORDPRESS_DB_USER: 'username',
    WORDPRESS_DB_PASSWORD: 'password',
  }
  // Who deletes a site means its data as well: nobody is there to confirm it for the module.
  const database = { engine: 'mysql', databaseName: 'wordpress', storage: `${StorageGb}Gi`, guard: 'off' }
  return [
    { name: 'db', kind: 'Database', spec: database, inject: [{ workload: 'wordpress', env }] },
    { name: 'site', kind: 'Gateway', spec: { service: 'wordpress', http: [{ port: 80 }] } },
  ]
}
