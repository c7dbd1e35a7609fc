import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { certificates } from '../../../workers/support-services/catalogue/certificates.ts'
import { mergeValues } from '../../../schema/values-document.ts'
import { catalogue } from '../../../workers/support-services/catalogue/index.ts'
import { serviceDocuments } from '../../../workers/support-services/installation.ts'

const services = Object.entries(catalogue)

it.each(services)('pins the archive of %s if its repository has an index with digests', (_, { chart }) => {
  const { repo, digest = 'none' } = chart
  expect(digest).toMatch(repo.startsWith('https://') ? /^sha256:[0-9a-f]{64}$/ : /^none$/)
})

it('is in the guide, with versions and digests', async () => {
  const guide = await readFile(new URL('../../../docs/guide/support-services.md', import.meta.url), 'utf8')
  const rows = guide.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  )
  for (const [service, { chart }] of services)
    expect(rows).toContainEqual([
      service,
      chart.name,
      chart.version,
      chart.digest === undefined ? 'its publisher states it in its registry only' : 'pinned',
    ])
})

// With the Gateway API enabled and without its definitions, the controller of cert-manager ends at its start.
it.each([
  [
    true,
    { config: { gatewayAPI: { enabled: true } }, podAnnotations: { 'qleet.io/gateway-api': 'enabled' } },
  ],
  [false, {}],
])('enables the Gateway API in cert-manager if the cluster serves it: %j', (servesKind, enabled) => {
  const [definition] = serviceDocuments({
    name: 'certificates-space',
    project: 'default',
    service: 'certificates',
    data: certificates,
    runtime: 'default/space',
    provider: 'kubeconfig',
    version: certificates.chart.version,
    releaseName: 'cert-manager',
    servesKind,
    profileValues: { podAnnotations: { team: 'edge' } },
    valuesDocument: undefined,
    identity: 'plane-1',
    claims: [],
  })
  const { valuesDocument } = definition?.spec as { valuesDocument: string }
  expect(parse(valuesDocument)).toEqual(
    mergeValues(certificates.values, { podAnnotations: { team: 'edge' } }, enabled),
  )
})
