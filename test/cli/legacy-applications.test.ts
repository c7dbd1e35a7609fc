import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocuments } from '../../cli/documents/read.ts'
import { PlatformError } from '../../schema/errors.ts'
import { quietIo } from '../support/quiet-io.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/* Files of Threeport that describe an application, or a part of one. */

const service = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80 }] }
`

interface Read {
  objects: { kind: string; name: unknown; spec: Record<string, unknown> }[]
  error: string
}

/** Reads a file. Resolves with the objects that it describes, or with the errors in it. */
async function read(text: string): Promise<Read> {
  const folder = await temporaryFolder()
  const files = {
    'a.yaml': text,
    'web.yaml': service,
    'def.yaml': 'replicaCount: 2\n',
    'dev.yaml': 'tier: dev\n',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  try {
    const desired = await readDocuments(quietIo(folder), ['a.yaml'])
    return { objects: desired.map(({ kind, name, spec }) => ({ kind: kind.kind, name, spec })), error: '' }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return { objects: [], error: error.message }
  }
}

const gateway = `
    Name: site
    HttpPorts: [{ Port: 80, HTTPSRedirect: true, Path: / }, { Port: 443, TLSEnabled: true }]
    TcpPorts: [{ Port: 5432, TLSEnabled: false }]
    ServiceName: web
    SubDomain: blog`

describe('a workload with its parts in one file', () => {
  it('becomes one object for each definition and instance, which refer to each other', async () => {
    const documents = await read(`Workload:
  Name: shop
  YAMLDocument: web.yaml
  KubernetesRuntimeInstance: { Name: east }
  Gateway:${gateway}
  DomainName: { Name: example, Domain: example.com, Zone: example.com, AdminEmail: ada@example.com }
  Secret: { Name: mail, Data: { PASSWORD: secret } }
`)
    expect(documents.objects).toEqual([
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: service } },
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', runtime: 'east' } },
      {
        kind: 'DomainNameDefinition',
        name: 'example',
        spec: { domain: 'example.com', zone: 'example.com', adminEmail: 'ada@example.com' },
      },
      {
        kind: 'DomainNameInstance',
        name: 'example',
        spec: { definition: 'example', workloadInstance: 'shop', runtime: 'east' },
      },
      {
        kind: 'GatewayDefinition',
        name: 'site',
        spec: {
          http: [
            { port: 80, httpsRedirect: true, path: '/' },
            { port: 443, tls: true },
          ],
          tcp: [{ port: 5432, tls: false }],
          service: 'web',
          subDomain: 'blog',
          domainName: 'example',
        },
      },
      {
        kind: 'GatewayInstance',
        name: 'site',
        spec: { definition: 'site', workloadInstance: 'shop', runtime: 'east' },
      },
      { kind: 'SecretDefinition', name: 'mail', spec: { data: { PASSWORD: 'secret' } } },
      {
        kind: 'SecretInstance',
        name: 'mail',
        spec: { definition: 'mail', workloadInstance: 'shop', runtime: 'east' },
      },
    ])
  })

  it.each([
    ['{ Name: site, Colour: red }', 'a.yaml:4:26: Workload.Gateway.Colour: is not a known field'],
    ['site', 'a.yaml:4:12: Workload.Gateway: must be a map, got "site"'],
  ])('reports errors in the part %s where they are', async (part, error) => {
    const text = `Workload:\n  Name: shop\n  YAMLDocument: web.yaml\n  Gateway: ${part}\n`
    expect(await read(text)).toEqual({ objects: [], error: expect.stringContaining(error) })
  })
})

describe('a part in a file of its own', () => {
  it('refers to the application by name', async () => {
    const { objects } = await read(`Gateway:${gateway.replaceAll('\n    ', '\n  ')}
  DomainNameDefinition: { Name: example }
  WorkloadInstance: { Name: shop }
`)
    expect(objects).toMatchObject([
      { kind: 'GatewayDefinition', name: 'site', spec: { domainName: 'example' } },
      { kind: 'GatewayInstance', name: 'site', spec: { definition: 'site', workloadInstance: 'shop' } },
    ])
  })
})

describe('a chart', () => {
  it('has values of its definition and of its instance', async () => {
    const { objects } = await read(`HelmWorkload:
  Name: shop
  Repo: oci://registry.example.com/charts
  Chart: shop
  DefinitionValuesDocument: def.yaml
  InstanceValuesDocument: dev.yaml
`)
    expect(objects).toMatchObject([
      { kind: 'HelmWorkloadDefinition', spec: { valuesDocument: 'replicaCount: 2\n' } },
      { kind: 'HelmWorkloadInstance', spec: { definition: 'shop', valuesDocument: 'tier: dev\n' } },
    ])
  })
})
