import type { KindInfo } from './kind-info.ts'
import { kindOf } from './kinds.ts'

/* The addresses of pages. Each state that people share is in one. */

/** The folder of all pages. */
export const base = '/console'

/** What stands for the project of kinds without one. */
const noProject = '-'

export interface Named {
  kind: string
  name: string
  projectName?: string | null | undefined
}

export function objectPath({ kind, name, projectName }: Named, tab?: string): string {
  const path = `${base}/o/${kindOf(kind).noun}/${encodeURIComponent(projectName ?? noProject)}/${encodeURIComponent(name)}`
  return tab === undefined ? path : `${path}?tab=${tab}`
}

export function listPath(
  { plural }: Pick<KindInfo, 'plural'>,
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(query).toString()
  return `${base}/k/${plural}${search === '' ? '' : `?${search}`}`
}

export function newPath({ noun }: Pick<KindInfo, 'noun'>): string {
  return `${base}/new/${noun}`
}

export function projectOfPath(text: string): string | undefined {
  return text === noProject ? undefined : text
}
