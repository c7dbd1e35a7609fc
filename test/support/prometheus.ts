import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../process/children/stable-port.ts'
import { eventually } from './eventually.ts'
import { inPath } from './in-path.ts'

/**
 * The path of a real Prometheus, if there is one: `QLEET_TEST_PROMETHEUS`, or `prometheus` in the PATH. `promtool` has to be in the
 * same folder.
 */
export const prometheusBinary = process.env['QLEET_TEST_PROMETHEUS'] ?? inPath('prometheus')

export interface TestPrometheus {
  url: string
  stop(): Promise<void>
}

/**
 * Starts Prometheus on a free port, with what it has scraped before.
 *
 * @param folder Where it stores everything; it must exist
 * @param scraped Samples with times: https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
 */
export async function startPrometheus(folder: string, scraped: string): Promise<TestPrometheus> {
  if (prometheusBinary === undefined) throw new Error('there is no Prometheus')
  const [config, text, data] = ['prometheus.yml', 'scraped', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(data)
  await writeFile(config, 'scrape_configs: []\n')
  await writeFile(text, scraped)
  const promtool = join(dirname(prometheusBinary), 'promtool')
  await promisify(execFile)(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', text, data])
  const port = await freePort()
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${data}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const child = spawn(prometheusBinary, args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error('Prometheus ended')
      return fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}
