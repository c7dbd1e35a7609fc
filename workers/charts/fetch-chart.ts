import type { ChartSource, Credentials } from './chart-source.ts'

/** The chart to fetch. */
export interface FetchChart {
  source: ChartSource
  credentials: Credentials
  /** The operator has chosen the address. */
  isTrusted: boolean
  signal: AbortSignal
}

/** A version of a chart in its repository. */
export interface Fetched {
  /** The address of the archive. */
  url: string
  version: string
  /** The digest that the repository promises. */
  digest?: string
}

/** The maximum size of a chart archive in bytes, that of Helm's own limit for its content. */
export const maxArchiveBytes = 100 * 1024 * 1024
