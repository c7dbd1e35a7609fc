import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { Build } from './config.ts'
import { readPinned } from './debian.ts'
import type { LockedPackage, Locked } from './lock.ts'
import type { Platform } from './platforms.ts'
import { helmVersion } from './programs.ts'

/** Returns the list of the software in an image, as JSON of CycloneDX. */
export async function billOfMaterials(
  platform: Platform,
  { lock, helm, build }: { lock: Locked; helm: 'none' | 'given' | 'pinned'; build: Build },
): Promise<string> {
  const { release, packages } = await readPinned()
  const { version: node } = lock.named(platform.node)
  const components = [
    ...lock.production.map(npmComponent),
    ...packages.map(({ name, version }) =>
      component(name, {
        version,
        purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${platform.debian}&distro=debian-${release}`,
      }),
    ),
    component('node', { version: node, purl: `pkg:generic/node@${node}`, license: 'MIT' }),
    ...(helm === 'pinned'
      ? [
          component('helm', {
            version: helmVersion,
            purl: `pkg:golang/helm.sh/helm/v4@v${helmVersion}`,
            license: 'Apache-2.0',
          }),
        ]
      : []),
    ...(helm === 'given'
      ? [component('helm', { purl: 'pkg:golang/helm.sh/helm', license: 'Apache-2.0' })]
      : []),
  ]
  // npm may install the same version into several folders.
  const unique = new Map(components.map((each) => [each.bomRef.value, each]))
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      timestamp: build.created,
      component: new Models.Component(Enums.ComponentType.Container, 'qleetos', {
        version: build.version,
        bomRef: `pkg:oci/qleetos@${build.version}`,
        licenses: licensesOf('Apache-2.0'),
      }),
    }),
    components: new Models.ComponentRepository(unique.values()),
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function npmComponent({ name, version, integrity, license }: LockedPackage): Models.Component {
  const [, sha512 = ''] = integrity.split('sha512-')
  const path = name.replace('@', '%40')
  const result = component(name, { version, purl: `pkg:npm/${path}@${version}`, license })
  result.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'))
  return result
}

interface Known {
  version?: string | undefined
  purl: string
  license?: string | undefined
}

function component(name: string, { version, purl, license }: Known): Models.Component {
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...(version === undefined ? {} : { version }),
    purl,
    bomRef: purl,
    ...(license === undefined ? {} : { licenses: licensesOf(license) }),
  })
}

function licensesOf(license: string): Models.LicenseRepository {
  return new Models.LicenseRepository([new Models.LicenseExpression(license)])
}
