import { describe, expect, it } from 'vitest'
import { isRecord, type Manifest } from '../../../schema/manifests.ts'
import { mergeValues, type Values } from '../../../schema/values-document.ts'
import { parametersIn } from '../../../workers/buckets/parameters.ts'
import { catalogue } from '../../../workers/support-services/catalogue/index.ts'
import { certificates } from '../../../workers/support-services/catalogue/certificates.ts'
import { objectStorage } from '../../../workers/support-services/catalogue/object-storage.ts'
import type {
  Proof,
  SupportServiceData,
} from '../../../workers/support-services/catalogue/support-service-data.ts'
import { hasRealCharts, realChart, renderRealChart } from '../../support/real-charts.ts'

/** Returns all values with which a service may be installed. */
function allValues({
  values,
  valuesByProvider = {},
  valuesIfServed,
  identityValue,
}: SupportServiceData): Values {
  return mergeValues(
    values,
    ...Object.values(valuesByProvider),
    valuesIfServed?.values ?? {},
    identityValue === undefined ? {} : { [identityValue]: 'plane-1' },
  )
}

/** Returns the paths of values that a chart does not know. What it has no default for is free. */
function unknownValues(values: Values, defaults: Values, path = ''): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (!(key in defaults)) return [`${path}${key}`]
    const known = defaults[key]
    return isRecord(value) && isRecord(known) && Object.keys(known).length > 0
      ? unknownValues(value, known, `${path}${key}.`)
      : []
  })
}

interface Definition {
  spec: { names: { kind: string }; group: string; versions: { name: string; served: boolean }[] }
}

/** Returns the kinds that the definitions of a chart serve, as `group/version kind`. */
function servedKinds(manifests: readonly Manifest[]): string[] {
  return manifests
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .flatMap((manifest) => {
      const { spec } = manifest as Manifest & Definition
      const versions = spec.versions.filter(({ served }) => served)
      return versions.map(({ name }) => `${spec.group}/${name} ${spec.names.kind}`)
    })
}

/** Returns the sought version of each definition that a chart does not serve. */
function missingVersions(manifests: readonly Manifest[], { recognition }: SupportServiceData): string[] {
  const found = new Map(manifests.map((each) => [each.metadata.name, each as Manifest & Partial<Definition>]))
  return Object.entries(recognition?.definitions ?? {}).flatMap(([name, versions]) =>
    versions
      .filter(
        (version) => !found.get(name)?.spec?.versions.some((each) => each.name === version && each.served),
      )
      .map((version) => `${name} ${version}`),
  )
}

/** Returns what proofs are about that is not among the resources of a chart. */
function missingProofs(manifests: readonly Manifest[], proofs: readonly Proof[]): string[] {
  const present = [
    ...servedKinds(manifests),
    ...manifests.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`),
  ]
  const sought = proofs.flatMap((proof) => {
    if ('accepts' in proof) return [`${proof.accepts.apiVersion} ${proof.accepts.kind}`]
    return 'condition' in proof ? [`${proof.apiVersion} ${proof.kind} ${proof.name}`] : []
  })
  return sought.filter((each) => !present.includes(each))
}

describe.skipIf(!hasRealCharts)('the real chart of a support service', () => {
  it.each(Object.entries(catalogue))('has what is configured and looked for: %s', async (_, data) => {
    const { version, values, text } = await realChart(data.chart.name)
    expect(version).toBe(data.chart.version)
    // A value without a default is an example in a comment.
    const unknown = unknownValues(allValues(data), values)
    expect(unknown.filter((key) => !text.includes(`\n# ${key}:`))).toEqual([])
    const manifests = await renderRealChart(data, allValues(data))
    expect(missingVersions(manifests, data)).toEqual([])
    for (const labels of data.recognition?.controllers ?? [])
      expect(manifests).toContainEqual(
        expect.objectContaining({
          kind: 'Deployment',
          metadata: expect.objectContaining({
            labels: expect.objectContaining(labels) as unknown,
          }) as unknown,
        }),
      )
    expect(missingProofs(manifests, data.proofs)).toEqual([])
    for (const { apiVersion, kind } of data.extras ?? [])
      expect(servedKinds(manifests)).toContain(`${apiVersion} ${kind}`)
  })

  it('of cert-manager needs the Gateway API only where the cluster serves it', async () => {
    const { valuesIfServed, values } = certificates
    const text = JSON.stringify(await renderRealChart(certificates, values))
    expect(text).not.toContain('gatewayAPI')
    expect(text).not.toContain('--enable-gateway-api')
    const manifests = await renderRealChart(certificates, mergeValues(values, valuesIfServed?.values ?? {}))
    expect(JSON.stringify(manifests)).toContain(String.raw`gatewayAPI:\n  enabled: true`)
    const controller = manifests.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'cert-manager',
    )
    expect(controller).toMatchObject({
      spec: { template: { metadata: { annotations: valuesIfServed?.values['podAnnotations'] } } },
    })
  })

  it('of SeaweedFS makes the Services that buckets are reached by, and volumes', async () => {
    const manifests = await renderRealChart(objectStorage, objectStorage.values)
    const { master, filer, s3, image } = parametersIn(objectStorage.namespace, {})
    for (const address of [master, filer, `${s3.host}:${s3.port}`]) {
      const [, name, port] = /^([^.]+)\.seaweedfs\.svc\.cluster\.local:(\d+)$/.exec(address) ?? []
      expect(manifests).toContainEqual(
        expect.objectContaining({
          kind: 'Service',
          metadata: expect.objectContaining({ name }) as unknown,
          spec: expect.objectContaining({
            ports: expect.arrayContaining([expect.objectContaining({ port: Number(port) })]) as unknown,
          }) as unknown,
        }),
      )
    }
    const text = JSON.stringify(manifests)
    expect(text).toContain(`"${image.replace('docker.io/', '')}"`)
    expect(text).not.toContain('hostPath')
    expect(manifests.some(({ kind }) => kind === 'Job')).toBe(false)
  })
})
