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
  const [first = '', ...rest] = name.split('/')
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const registry = hasHost && first !== 'index.docker.io' ? first : 'docker.io'
  const path = hasHost ? rest.join('/') : name
  const repository = registry === 'docker.io' && !path.includes('/') ? `library/${path}` : path
  return hostPattern.test(registry) && repositoryPattern.test(repository)
    ? { registry, repository }
    : undefined
}
