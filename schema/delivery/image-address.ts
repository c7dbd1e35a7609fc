import { registryHostOf } from '../image-reference.ts'

/** Where the manifests of an image are. */
export interface ImageAddress {
  /** The host of the registry, with its port unless it is the default; `docker.io` for Docker Hub. */
  registry: string
  /** The name of the repository within the registry. */
  repository: string
}

/** https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests */
const repositoryPattern = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(\/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*$/

const hostPattern = /^([a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:.]+\])(:\d{1,5})?$/

/**
 * Returns the address of an image without tag and digest; undefined if it is none. As for Docker, a name that does not start with a
 * host is one of Docker Hub: https://github.com/distribution/reference
 */
export function imageAddress(name: string): ImageAddress | undefined {
  const host = registryHostOf(name)
  const registry = host === undefined || host === 'index.docker.io' ? 'docker.io' : host
  const path = host === undefined ? name : name.slice(host.length + 1)
  const repository = registry === 'docker.io' && !path.includes('/') ? `library/${path}` : path
  return hostPattern.test(registry) && repositoryPattern.test(repository)
    ? { registry, repository }
    : undefined
}
