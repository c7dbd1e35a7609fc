import { createContext, Script } from 'node:vm'

const script = new Script('run()')
const sandbox = createContext({ run: (): void => undefined })

/**
 * Runs synchronous work and ends it after some milliseconds, wherever it is, also within a regular expression. Reports whether it has
 * returned. The library of the language limits only the size of expressions, not the time that they take.
 */
export function runLimited(work: () => void, milliseconds: number): boolean {
  sandbox['run'] = work
  try {
    script.runInContext(sandbox, { timeout: milliseconds })
    return true
  } catch (error) {
    // The error belongs to the context of the script, so it is no instance of the class of this one.
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}
