import type { AnyObject } from '../../../client-sdk/index.ts'
import type { KindInfo } from '../data/kind-info.ts'
import { textOf, valueAt } from '../data/values.ts'

/** Saves objects as the columns of their list. */
export function downloadCsv({ plural, columns }: KindInfo, objects: readonly AnyObject[]): void {
  const header = [
    'name',
    'project',
    'status',
    ...columns.map(({ header: title }) => title.toLowerCase()),
    'created',
  ]
  const rows = objects.map((object) => [
    object.name,
    object.projectName ?? '',
    object.status.phase,
    ...columns.map(({ path }) => textOf(valueAt(object, path))),
    object.createdAt,
  ])
  saveFile(
    `${plural}.csv`,
    'text/csv',
    [header, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n'),
  )
}

/** Saves objects as documents that `qleetctl apply` reads. */
export function downloadJson({ plural }: KindInfo, objects: readonly AnyObject[]): void {
  const list = { items: objects.map(({ manifest }) => manifest) }
  saveFile(`${plural}.json`, 'application/json', `${JSON.stringify(list, null, 2)}\n`)
}

/** Quotes a field of CSV (RFC 4180). One that a spreadsheet would execute as a formula gets a quote before it. */
function csvField(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Saves a text as a file. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
