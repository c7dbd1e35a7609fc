import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LogFn } from 'pino'
import type { ErrorCode } from '../schema/errors.ts'

export type Log = Logger

/**
 * Creates a log that writes one JSON line per entry: a constant message and variable fields. Fields that may
 * contain credentials are redacted wherever they appear.
 *
 * @param level Default: `QLEET_LOG_LEVEL`, or `info`.
 * @param to Default: stderr.
 */
export function createLog(
  component: string,
  level = process.env['QLEET_LOG_LEVEL'] ?? 'info',
  to: DestinationStream = process.stderr,
): Log {
  const secret = ['token', 'authorization', 'kubeconfig', 'password', 'secret']
  return pino(
    {
      level,
      base: { component, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { logMethod: onceIfUnsupported(new Set()) },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(redacted)' },
    },
    to,
  )
}

/**
 * Suppresses repeated entries about an incompatible release of the peer, which recur with every attempt until one side is
 * upgraded: each message is logged once.
 */
function onceIfUnsupported(logged: Set<string>) {
  return function logUnlessSaid(this: Log, line: Parameters<LogFn>, log: LogFn): void {
    const [fields, message] = line as [FailureFields | string | undefined, unknown]
    const { err, error = err } = typeof fields === 'object' ? fields : {}
    if (error?.code === ('UNSUPPORTED' satisfies ErrorCode)) {
      const key = `${String(message)} ${error.message}`
      if (logged.has(key)) return
      logged.add(key)
    }
    log.apply(this, line)
  }
}

interface FailureFields {
  err?: { code?: string; message?: string }
  error?: { code?: string; message?: string }
}
