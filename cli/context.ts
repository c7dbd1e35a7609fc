import type { Connection, ConnectionOptions } from './settings/connection.ts'
import type { ConfigFile } from './settings/config-file.ts'
import type { Io } from './terminal/io.ts'

/** The environment of a command, besides its command line. */
export interface CommandContext {
  io: Io
  config: ConfigFile
  connectionOptions: ConnectionOptions
  /** Returns a connection to the selected control plane, without sending a request. Throws when none is selected. */
  connect(): Promise<Connection>
}
