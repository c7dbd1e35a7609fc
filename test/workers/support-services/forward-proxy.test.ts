import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { addressName, proxyManifests } from '../../../workers/support-services/forward-proxy.ts'
import { supportServiceOf } from '../../../workers/support-services/require.ts'

const upstream = {
  domains: ['rpc.app'],
  host: 'rpc.example.com',
  port: 443,
  tls: true,
  path: '/',
}

interface Deployment {
  spec: {
    template: {
      spec: {
        containers: { args: string[]; volumeMounts: { mountPath: string }[] }[]
        [key: string]: unknown
      }
    }
  }
}

function manifestsOf(upstreams: (typeof upstream)[]): Map<string, Record<string, unknown>> {
  const documents = parseAllDocuments(proxyManifests(upstreams, 'envoy:test'))
  return new Map(
    documents
      .map((document) => document.toJS() as Record<string, unknown>)
      .map((manifest) => [String(manifest['kind']), manifest]),
  )
}

describe('proxyManifests', () => {
  it('are a namespace, a ConfigMap with three files, a Deployment and a Service', () => {
    const manifests = manifestsOf([upstream])
    expect([...manifests.keys()]).toEqual(['Namespace', 'ConfigMap', 'Deployment', 'Service'])
    const { data } = manifests.get('ConfigMap') as { data: Record<string, string> }
    expect(Object.keys(data)).toEqual(['envoy.yaml', 'routes.yaml', 'clusters.yaml'])
    expect(parse(data['routes.yaml'] ?? '')).toHaveProperty('resources.0.virtual_hosts.0.domains', [
      'rpc.app',
    ])
    expect(manifests.get('Service')).toMatchObject({ spec: { ports: [{ port: 80, targetPort: 8080 }] } })
  })

  it('change only the ConfigMap when the upstreams do, so that no pod is restarted', () => {
    const before = manifestsOf([upstream])
    const after = manifestsOf([
      { ...upstream, host: 'other.example.com' },
      { ...upstream, domains: ['api.app'] },
    ])
    const changed = [...before.keys()].filter(
      (kind) => JSON.stringify(before.get(kind)) !== JSON.stringify(after.get(kind)),
    )
    expect(changed).toEqual(['ConfigMap'])
  })

  it('grant the proxy only what it needs', () => {
    const { spec } = (manifestsOf([upstream]).get('Deployment') as unknown as Deployment).spec.template
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 101, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          image: 'envoy:test',
          readinessProbe: { httpGet: { path: '/ready', port: 8081 } },
          resources: { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
    expect(spec.containers[0]?.args.slice(0, 2)).toEqual(['-c', '/etc/envoy/envoy.yaml'])
    expect(spec.containers[0]?.volumeMounts[0]).toEqual({
      name: 'config',
      mountPath: '/etc/envoy',
      readOnly: true,
    })
  })

  it('contain no anchors, which readers would have to resolve', () => {
    expect(proxyManifests([upstream, upstream], 'envoy:test')).not.toMatch(/[&*]a\d/)
  })

  it('of thousands of dependencies with a hundred upstreams fit into one ConfigMap', () => {
    const many = Array.from({ length: 4000 }, (_, index) => ({
      ...upstream,
      host: `rpc-${index % 100}.example.com`,
      domains: ['.svc.cluster.local', '.svc', ''].map((end) => `rates-${index}.application-${index}${end}`),
    }))
    const { data } = manifestsOf(many).get('ConfigMap') as { data: Record<string, string> }
    expect(Buffer.byteLength(Object.values(data).join(''))).toBeLessThan(1024 * 1024)
  })

  it('of four hundred upstreams fit into one ConfigMap', () => {
    const many = Array.from({ length: 400 }, (_, index) => ({
      ...upstream,
      domains: ['.svc.cluster.local', '.svc', ''].map((end) => `service-${index}.application-${index}${end}`),
      path: `/path/${index}`,
    }))
    const { data } = manifestsOf(many).get('ConfigMap') as { data: Record<string, string> }
    expect(Buffer.byteLength(Object.values(data).join(''))).toBeLessThan(1024 * 1024)
  })
})

describe.each([
  ['addressName', addressName, 'Go_Web3.Sample', 'go-web3-sample'],
  ['addressName', addressName, '3scale', 'd-3scale'],
  [
    'supportServiceOf',
    (name: string) => supportServiceOf('forward-proxy', { name, projectName: null }).name,
    'space',
    'forward-proxy-space',
  ],
])('%s', (_, named, name, expected) => {
  it(`turns ${name} into ${expected}`, () => {
    expect(named(name)).toBe(expected)
  })

  it('gives long names that differ at their end different names of at most 63 characters', () => {
    const [one, other] = ['a', 'b'].map((end) => named(`1${'x'.repeat(61)}${end}`))
    expect(one).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])$/)
    expect(other).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])$/)
    expect(one).not.toBe(other)
  })
})
