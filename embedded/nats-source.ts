/** A package manager that may have nats-server. */
export interface NatsSource {
  /** Shown to users. */
  origin: string
  /** Part of the name of the cached file. */
  id: string
  /**
   * Puts nats-server somewhere into the folder, which is empty and goes afterwards, and returns its path; undefined
   * where this machine has no such package manager. No folder of the system is written, so any user may.
   */
  fetch(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined>
}
