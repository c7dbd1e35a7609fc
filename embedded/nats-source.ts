/** A package manager that may provide nats-server. */
export interface NatsSource {
  /** The name of the source, for users. */
  origin: string
  /** A part of the name of the cached file. */
  id: string
  /**
   * Downloads nats-server into the folder, which is empty and temporary, and returns its path. Returns undefined if this
   * machine lacks the package manager. Writes to no system folder, so it needs no privileges.
   */
  fetch(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined>
}
