import { STATUS_CODES } from 'node:http'
import type { ErrorCode, ErrorDetails } from '../../../schema/errors.ts'

/** The envelope of every response of the legacy API. */
export interface Envelope {
  Meta: { Page: number; Size: number; TotalCount: number }
  Type: string
  Data: readonly unknown[] | null
  Status: Status
}

/** The outcome of a request: three fields of the legacy API, and what errors have in every API of QleetOS. */
export interface Status extends Omit<ErrorDetails, 'requestId'> {
  code: number
  message: string
  error: string
  /** The code of the error table. */
  reason?: ErrorCode
  requestId?: string
  /** The parts of the request that have no effect. */
  warnings?: readonly string[]
}

export interface Page {
  page: number
  size: number
  total: number
}

export function dataEnvelope(
  type: string,
  data: readonly unknown[],
  options: Partial<Page> & { code?: number; warnings?: readonly string[] } = {},
): Envelope {
  const { page = 1, size = data.length, total = data.length, code = 200, warnings = [] } = options
  return {
    Meta: { Page: page, Size: size, TotalCount: total },
    Type: type,
    Data: data,
    Status: {
      code,
      message: STATUS_CODES[code] ?? '',
      error: '',
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  }
}

/** Returns the envelope of an error. `problem` has the message, and what else is known of the error. */
export function errorEnvelope(type: string, problem: Omit<Status, 'message'>): Envelope {
  const { code, error, ...details } = problem
  return {
    Meta: { Page: 0, Size: 0, TotalCount: 0 },
    Type: type,
    Data: null,
    Status: { code, message: STATUS_CODES[code] ?? '', error, ...details },
  }
}
