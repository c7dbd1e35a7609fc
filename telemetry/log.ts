import { pino, stdTimeFunctions, type Logger } from 'pino'

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
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(redacted)' },
    },
    process.stderr,
  )
}
