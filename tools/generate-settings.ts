import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { serverSettings } from '../process/settings/server.ts'
import type { Setting, Settings } from '../process/settings/setting.ts'
import { clusterSettings } from '../process/settings/shared.ts'
import { workerSettings } from '../process/settings/worker.ts'

/* Writes the tables of settings into docs/operations/settings.md, each between two marker comments. */

const tables: Readonly<Record<string, Settings>> = {
  server: without(serverSettings, clusterSettings),
  worker: without(workerSettings, clusterSettings),
  clusters: clusterSettings,
}

const page = 'docs/operations/settings.md'

/**
 * Returns the page with the tables of the declared settings. Throws if the page lacks the marker comments of a table.
 */
export async function withSettings(text: string): Promise<string> {
  let whole = text
  for (const [name, settings] of Object.entries(tables)) {
    const [begin, end] = [`<!-- settings of ${name}, generated -->`, '<!-- end of settings -->']
    const from = whole.indexOf(begin)
    const to = whole.indexOf(end, from)
    if (from < 0 || to < 0) throw new Error(`${page} has no marker comments for the settings of ${name}`)
    whole = `${whole.slice(0, from + begin.length)}\n\n${tableOf(settings)}\n\n${whole.slice(to)}`
  }
  return format(whole, { ...(await resolveConfig(page)), parser: 'markdown' })
}

function without(settings: Settings, others: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in others)))
}

function tableOf(settings: Settings): string {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const { option, summary, docs } = setting
    const names = [name, ...(option === undefined ? [] : [`--${option[0]}`])].map((each) => `\`${each}\``)
    return `| ${names.join(', ')} | ${[summary, docs].filter(Boolean).join(' ')} | ${defaultOf(setting)} |`
  })
  return ['| variable, option | meaning | default |', '| --- | --- | --- |', ...rows].join('\n')
}

function defaultOf({ default: preset = '', shownDefault, isRequired }: Setting): string {
  if (isRequired === true) return 'required'
  return shownDefault ?? (preset === '' ? '' : `\`${preset}\``)
}

if (import.meta.main) await writeFile(page, await withSettings(await readFile(page, 'utf8')))
