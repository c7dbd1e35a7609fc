import { pino, stdTimeFunctions, type Logger, type LogFn } from 'pino'
import type { ErrorCode } from '../schema/errors.ts'

export type Log = Logger

/**
 * One JSON line per fact on stderr: a constant message and variable fields. Fields that may hold credentials are
 * replaced wherever they appear.
 *
 * @param level `QLEET_LOG_LEVEL`. @default 'info'
 */
export function createLog(component: string, level = process.env['QLEET_LOG_LEVEL'] ?? 'info'): Log {
  const secret = ['token', 'authorization', 'kubeconfig', 'password', 'secret']
  return pino(
    {
      level,
      base: { component, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { logMethod: unlessSaid(new Set()) },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(redacted)' },
    },
    process.stderr,
  )
}

/**
 * That the other side is of another release is said once by each of those who meet it: it stays until somebody upgrades,
 * and all that is tried meanwhile meets it again.
 */
function unlessSaid(said: Set<string>) {
  return function logUnlessSaid(this: Log, line: Parameters<LogFn>, log: LogFn): void {
    const [fields, message] = line as [Failed | string | undefined, unknown]
    const { err, error = err } = typeof fields === 'object' ? fields : {}
    if (error?.code === ('UNSUPPORTED' satisfies ErrorCode)) {
      const key = `${String(message)} ${error.message}`
      if (said.has(key)) return
      said.add(key)
    }
    log.apply(this, line)
  }
}

interface Failed {
  err?: { code?: string; message?: string }
  error?: { code?: string; message?: string }
}
