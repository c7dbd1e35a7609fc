import type { Connection } from './settings/connection.ts'
import type { ConfigFile } from './settings/config-file.ts'
import type { Io } from './terminal/io.ts'

/** Options that choose a control plane. */
export interface ConnectionOptions {
  qleetConfig?: string | undefined
  server?: string | undefined
  tokenFile?: string | undefined
  /** Name of a control plane in the config file. */
  name?: string | undefined
}

/** What a command works with, besides its command line. */
export interface CommandContext {
  io: Io
  config: ConfigFile
  connectionOptions: ConnectionOptions
  /** The chosen control plane. Throws when there is none; sends nothing. */
  connect(): Promise<Connection>
}
