import { createRepository, type Repository } from '../../process/oci-registry.ts'
import { ChartError } from './chart-error.ts'
import type { Place } from './chart-source.ts'
import { basicAuthorization, type Downloaded, type Downloader } from './download.ts'
import { maxArchiveBytes, type Fetched, type FetchChart } from './fetch-chart.ts'
import { chooseVersion, isExact } from './versions.ts'

/* Charts in OCI registries: https://helm.sh/docs/topics/registries/ */

const chartLayer = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'

type Registry = Extract<Place, { type: 'oci' }>

/** Resolves a chart of an OCI registry: its version, and the digest of its layer. */
export async function resolveByTags(
  download: Downloader,
  options: FetchChart & { place: Registry },
): Promise<Fetched> {
  const { source, place } = options
  const repository = repositoryOf(download, options)
  const name = `${place.registry}/${nameOf(options)}`
  const version = isExact(source.version)
    ? source.version
    : chooseVersion((await repository.tags()).map(versionOfTag), source.version, `chart oci://${name}`)
  const { layers } = await repository.manifest(tagOfVersion(version))
  const layer = layers.find(({ mediaType }) => mediaType === chartLayer)
  if (layer === undefined)
    throw new ChartError(
      'NoChart',
      `oci://${name}:${tagOfVersion(version)} is an artifact, but no Helm chart`,
      { blocked: true },
    )
  return { url: `oci://${name}@${layer.digest}`, version, digest: layer.digest }
}

/** Fetches the archive of a chart that {@link resolveByTags} has resolved. */
export function fetchBlob(
  download: Downloader,
  options: FetchChart & { place: Registry },
  digest: string,
): Promise<Downloaded> {
  return repositoryOf(download, options).blob(digest, maxArchiveBytes)
}

/** Converts between versions and tags, which cannot contain `+`. */
function tagOfVersion(version: string): string {
  return version.replaceAll('+', '_')
}

function versionOfTag(tag: string): string {
  return tag.replaceAll('_', '+')
}

function nameOf({ place, source }: Pick<FetchChart, 'source'> & { place: Registry }): string {
  return [place.repository, source.chart].filter((part) => part !== '').join('/')
}

function repositoryOf(download: Downloader, options: FetchChart & { place: Registry }): Repository {
  const { place, credentials, isTrusted, signal } = options
  return createRepository({
    registry: place.registry,
    repository: nameOf(options),
    isPlain: place.isPlain,
    login: basicAuthorization(credentials),
    get: ({ isOwn, ...request }) => download({ ...request, isTrusted: isTrusted && isOwn, signal }),
    invalid: (url, cause) =>
      new ChartError(
        'InvalidRegistry',
        `${url} is not the response of an OCI registry: check repo of the definition`,
        { cause },
      ),
  })
}
