import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { PlatformError } from '../../schema/errors.ts'
import { reasonOfFile } from '../documents/text-file.ts'
import { runProgram } from '../documents/run-program.ts'
import type { Io } from '../terminal/io.ts'

/** The file in which `docker login` and others keep logins: https://docs.docker.com/reference/cli/docker/login/ */
const DockerConfig = z.object({
  auths: z.record(z.string(), z.object({ auth: z.string().optional() })).optional(),
  credHelpers: z.record(z.string(), z.string()).optional(),
  credsStore: z.string().optional(),
})
const Credential = z.object({ Username: z.string(), Secret: z.string() })

/** The key of Docker Hub in the file. */
const dockerHub = 'https://index.docker.io/v1/'

/** Returns the header of the user's login at a registry, as `docker login` has stored it; undefined without one. */
export async function registryLogin(io: Io, registry: string): Promise<string | undefined> {
  const folder = io.env['DOCKER_CONFIG'] ?? join(io.env['HOME'] ?? homedir(), '.docker')
  const config = await readConfig(join(folder, 'config.json'))
  const key = registry === 'docker.io' ? dockerHub : registry
  const helper = config.credHelpers?.[key] ?? config.credsStore
  const stored = helper === undefined ? undefined : await askHelper(io, helper, key)
  if (stored !== undefined) return stored
  const auth = config.auths?.[key]?.auth ?? config.auths?.[`https://${key}`]?.auth
  return auth === undefined || auth === '' ? undefined : `Basic ${auth}`
}

async function readConfig(path: string): Promise<z.infer<typeof DockerConfig>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new PlatformError('INVALID_INPUT', `cannot read ${path}: ${reasonOfFile(cause)}`, { cause })
  }
  try {
    return DockerConfig.parse(JSON.parse(text))
  } catch (cause) {
    throw new PlatformError('INVALID_INPUT', `${path} is not a configuration of Docker. Log in again.`, {
      cause,
    })
  }
}

/** Asks a credential helper: https://github.com/docker/docker-credential-helpers#development */
async function askHelper(io: Io, helper: string, key: string): Promise<string | undefined> {
  const answer = await runProgram(io, `docker-credential-${helper}`, { args: ['get'], input: key })
  if (answer === undefined || 'failure' in answer) return undefined
  try {
    const { Username: name, Secret: secret } = Credential.parse(JSON.parse(answer.text))
    return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  } catch {
    return undefined
  }
}
