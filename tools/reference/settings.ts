import { readFile } from 'node:fs/promises'
import { serverSettings } from '../../process/settings/server.ts'
import type { Setting, Settings } from '../../process/settings/setting.ts'
import { clusterSettings } from '../../process/settings/shared.ts'
import { workerSettings } from '../../process/settings/worker.ts'
import { code, formattedPage, replaceSection, tableOf } from './markdown.ts'

const tables: Readonly<Record<string, Settings>> = {
  server: without(serverSettings, clusterSettings),
  worker: without(workerSettings, clusterSettings),
  clusters: clusterSettings,
}

/** Returns the page of settings with its tables renewed; the text around them is written by hand. */
export async function settingsPage(path: string): Promise<string> {
  let text = await readFile(path, 'utf8')
  for (const [name, settings] of Object.entries(tables)) {
    const rows = Object.entries(settings).map(([variable, setting]) => rowOf(variable, setting))
    text = replaceSection(
      text,
      `settings of ${name}`,
      tableOf(['variable, option', 'meaning', 'default'], rows),
    )
  }
  return formattedPage(path, text)
}

function without(settings: Settings, others: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in others)))
}

function rowOf(variable: string, setting: Setting): string[] {
  const { option, summary, docs } = setting
  const names = [variable, ...(option === undefined ? [] : [`--${option[0]}`])].map(code)
  return [names.join(', '), [summary, docs].filter(Boolean).join(' '), defaultOf(setting)]
}

function defaultOf({ default: preset = '', shownDefault, isRequired }: Setting): string {
  return isRequired === true ? 'required' : (shownDefault ?? code(preset))
}
