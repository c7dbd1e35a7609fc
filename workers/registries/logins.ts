import { z } from 'zod'
import { RegistryError } from './registry-error.ts'

/*
 * Logins at registries, from the values of a Secret: https://kubernetes.io/docs/concepts/configuration/secret/#docker-config-secrets.
 * Each is for one registry, so that nobody gets it by delivering an image of a registry of their own.
 */

const DockerConfig = z.object({
  auths: z.record(
    z.string(),
    z.object({
      auth: z.string().optional(),
      username: z.string().optional(),
      password: z.string().optional(),
    }),
  ),
})

/** Returns the header of the login at a registry; undefined if the values have none for it. Throws RegistryError. */
export function loginAt(registry: string, values: Readonly<Record<string, string>>): string | undefined {
  const config = values['.dockerconfigjson']
  if (config !== undefined) return loginIn(config, registry)
  const { username, password, registry: host } = values
  if (username === undefined || password === undefined || host === undefined)
    throw invalid('has no key .dockerconfigjson, and not all of registry, username and password')
  return hostOf(host) === registry ? basic(username, password) : undefined
}

function loginIn(text: string, registry: string): string | undefined {
  const { auths } = parsed(text)
  const found = Object.entries(auths).find(([host]) => hostOf(host) === registry)?.[1]
  if (found === undefined) return undefined
  const { auth = '', username, password } = found
  if (auth !== '') return `Basic ${auth}`
  return username === undefined || password === undefined ? undefined : basic(username, password)
}

function parsed(text: string): z.infer<typeof DockerConfig> {
  try {
    return DockerConfig.parse(JSON.parse(text))
  } catch (cause) {
    throw invalid('has a .dockerconfigjson that is not a configuration of Docker with auths', cause)
  }
}

function invalid(why: string, cause?: unknown): RegistryError {
  const message = `registrySecret of the application ${why}: correct the SecretDefinition`
  return new RegistryError('InvalidRegistrySecret', message, { cause })
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Returns the registry that a key of `auths` is for. Docker Hub has `https://index.docker.io/v1/`. */
function hostOf(key: string): string {
  const host = key.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  return /^(index\.|registry-1\.)?docker\.io$/.test(host) ? 'docker.io' : host
}
