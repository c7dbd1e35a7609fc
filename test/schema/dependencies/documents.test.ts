import { describe, expect, it } from 'vitest'
import { Dependency } from '../../../schema/dependencies/declaration.ts'
import { resolveDependencies } from '../../../schema/dependencies/documents.ts'

function specsOf(name: string, dependency: unknown): Record<string, unknown>[] {
  const application = { kind: 'WorkloadInstance', name, project: 'default', runtime: 'default/space' }
  const resolved = resolveDependencies(application, [Dependency.parse(dependency)])
  return resolved.flatMap(({ documents }) => documents.map(({ spec }) => spec))
}

describe('{name} in a host name of a dependency', () => {
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['the domain', 'shop-staging', { domain: '{name}.example.com' }, { domain: 'shop-staging.example.com' }],
    [
      'the subdomain',
      'shop-staging',
      { domainName: 'example', subDomain: 'www.{name}' },
      { domainName: 'example', subDomain: 'www.shop-staging' },
    ],
    ['a label of the name', 'Shop.EU', { domain: '{name}.example.com' }, { domain: 'shop-eu.example.com' }],
    ['no fixed name', 'shop-staging', { domain: 'shop.example.com' }, { domain: 'shop.example.com' }],
  ])('stands for the name of the application in %s', (_, name, given, expected) => {
    const [definition] = specsOf(name, { name: 'site', kind: 'Gateway', spec: { http: [{}], ...given } })
    expect(definition).toEqual({ http: [{}], ...expected })
  })

  it('is not replaced in fields that are no host names', () => {
    const spec = {
      yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: "{name}" }\n',
    }
    const [definition] = specsOf('shop', { name: 'part', kind: 'Workload', spec })
    expect(definition).toEqual(spec)
  })
})
