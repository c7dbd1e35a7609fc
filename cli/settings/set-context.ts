import { resolve } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import type { ConfigFile } from './config-file.ts'
import type { Instance } from './config-format.ts'
import { checkedUrl } from './connection.ts'

interface SetContextInput {
  args: { name: string }
  options: { server: string | undefined; tokenFile: string | undefined; current: boolean }
}

/** Adds an entry to the config file, or changes the given fields of one. */
export async function setContext(
  { args: { name }, options }: SetContextInput,
  { io, config }: CommandContext,
): Promise<void> {
  const { server, tokenFile, current } = options
  const change = {
    ...defined({ APIServer: server === undefined ? undefined : checkedUrl(server) }),
    ...(tokenFile === undefined ? {} : { TokenFile: resolve(io.cwd, tokenFile), Token: undefined }),
  }
  if (Object.keys(change).length === 0 && !current)
    throw usageError('give the fields to set: --server, --token-file or --current')
  const isNew = await saveEntry(config, { name, change, current })
  io.stdout.write(`Control plane "${name}" ${isNew ? 'added to' : 'changed in'} ${config.path}.\n`)
}

interface Entry {
  name: string
  change: Partial<Omit<Instance, 'Name'>>
  /** Makes it the current one. */
  current: boolean
}

/** Adds an entry or changes it. Returns whether it is new. */
export async function saveEntry(config: ConfigFile, { name, change, current }: Entry): Promise<boolean> {
  if (name === '') throw usageError('the name must not be empty')
  let isNew = false
  await config.update((known) => {
    const found = known.QleetOSInstances.find((each) => each.Name === name)
    isNew = found === undefined
    if (found !== undefined) {
      assertNotLocal(found, change)
      Object.assign(found, change)
    } else {
      const { APIServer } = change
      if (APIServer === undefined)
        throw usageError(`there is no control plane "${name}" yet; give its --server URL`)
      known.QleetOSInstances.push({ Name: name, ...change, APIServer })
    }
    if (current) known.CurrentInstance = name
  })
  return isNew
}

/** Throws if a change would replace the entry of a control plane on this machine, which `qleetctl up` maintains. */
function assertNotLocal({ Name, DataDir }: Instance, change: Entry['change']): void {
  if (DataDir === undefined || Object.keys(change).length === 0) return
  const message = `control plane "${Name}" runs on this machine, in ${DataDir}. Choose another name.`
  throw new PlatformError('CONFLICT', message)
}
