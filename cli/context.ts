import type { Connection, ConnectionOptions } from './settings/connection.ts'
import type { ConfigFile } from './settings/config-file.ts'
import type { Io } from './terminal/io.ts'

/** What a command works with, besides its command line. */
export interface CommandContext {
  io: Io
  config: ConfigFile
  connectionOptions: ConnectionOptions
  /** The chosen control plane. Throws when there is none; sends nothing. */
  connect(): Promise<Connection>
}
