import { PlatformError } from '../../schema/errors.ts'
import type { ConfigFile } from '../settings/config-file.ts'
import type { ControlPlaneInfo, LocalLocation } from './location.ts'

/** Saves a control plane in the config file and makes it the current one. */
export async function saveInstance(config: ConfigFile, name: string, info: ControlPlaneInfo): Promise<void> {
  await config.update((known) => {
    const { serverUrl: APIServer, tokenFile: TokenFile, dataDir: DataDir } = info
    const others = known.QleetOSInstances.filter(({ Name }) => Name !== name)
    known.QleetOSInstances = [...others, { Name: name, APIServer, TokenFile, DataDir }]
    known.CurrentInstance = name
  })
}

/** Removes a control plane from the config file. Selects no other as the current one; that is up to the user. */
export async function removeInstance(config: ConfigFile, { name, dataDir }: LocalLocation): Promise<void> {
  const { QleetOSInstances: instances } = await config.read()
  if (!instances.some((instance) => instance.Name === name && instance.DataDir === dataDir)) return
  await config.update((known) => {
    known.QleetOSInstances = known.QleetOSInstances.filter(
      ({ Name, DataDir }) => Name !== name || DataDir !== dataDir,
    )
    if (known.CurrentInstance === name) delete known.CurrentInstance
  })
}

/** Throws CONFLICT when the name already refers to another control plane. */
export async function assertNameIsFree(config: ConfigFile, { name, dataDir }: LocalLocation): Promise<void> {
  const { QleetOSInstances: instances } = await config.read()
  const other = instances.find((instance) => instance.Name === name && instance.DataDir !== dataDir)
  if (other === undefined) return
  const where = other.DataDir === undefined ? other.APIServer : other.DataDir
  const remedy = 'Choose another name, or replace the entry: --force-overwrite-config'
  throw new PlatformError(
    'CONFLICT',
    `control plane "${name}" is already in the config file, at ${where}. ${remedy}`,
  )
}
