import { STATUS_CODES } from 'node:http'
import type { FieldError } from '../../../schema/errors.ts'

/** The envelope of every response of the legacy API. */
export interface Envelope {
  Meta: { Page: number; Size: number; TotalCount: number }
  Type: string
  Data: readonly unknown[] | null
  Status: { code: number; message: string; error: string; fields?: readonly FieldError[] }
}

export interface Page {
  page: number
  size: number
  total: number
}

export function dataEnvelope(
  type: string,
  data: readonly unknown[],
  options: Partial<Page> & { code?: number } = {},
): Envelope {
  const { page = 1, size = data.length, total = data.length, code = 200 } = options
  return {
    Meta: { Page: page, Size: size, TotalCount: total },
    Type: type,
    Data: data,
    Status: { code, message: STATUS_CODES[code] ?? '', error: '' },
  }
}

export function errorEnvelope(
  type: string,
  code: number,
  problem: { error: string; fields?: readonly FieldError[] },
): Envelope {
  return {
    Meta: { Page: 0, Size: 0, TotalCount: 0 },
    Type: type,
    Data: null,
    Status: { code, message: STATUS_CODES[code] ?? '', ...problem },
  }
}
