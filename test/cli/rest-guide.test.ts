import { afterAll, beforeAll, expect, it } from 'vitest'
import { readGuide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The commands of docs/guide/rest.md about events and attached objects, as they are written. */

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)
const variables = new Map<string, string>()

/** Returns the words of a command line, without quotes and with the values of variables. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) =>
    word.startsWith("'")
      ? word.slice(1, -1)
      : word.replaceAll('"', '').replaceAll(/\$(\w+)/g, (_, name: string) => variables.get(name) ?? ''),
  )
}

it('runs the guide to events and attached objects', async () => {
  const { text, files } = await readGuide('rest.md')
  const [, script = ''] = /^```sh events\n(.*?)^```$/ms.exec(text) ?? []
  const [, event = ''] = /`tested\.json`:\n\n```json\n(.*?)^```$/ms.exec(text) ?? []
  const cwd = await temporaryFolder({ 'shop.yaml': files[0] ?? '', 'tested.json': event })
  const outputs: string[] = []
  for (const line of script.trim().split('\n')) {
    const [, variable, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    const [, command = line] = /^\$\((.*)\)$/.exec(value ?? '') ?? []
    if (variable !== undefined && command === line) {
      variables.set(variable, wordsOf(value ?? '').join(' '))
      continue
    }
    const { exit, stdout, stderr } = await cli(wordsOf(command.replace(/ +# .*/, '')).slice(1), { cwd })
    expect(exit, `${line}: ${stderr}`).toBe(0)
    if (variable === undefined) outputs.push(stdout)
    else variables.set(variable, stdout.trim())
  }
  const [, attached, events, , ofController, ofInstance, , afterwards] = outputs
  expect(attached).toContain('"AttachedObjectType": "v0.SecretInstance"')
  expect(attached).toContain(`"ObjectID": ${variables.get('ID')}`)
  expect(events).toMatch(/"Reason": "\w+"/)
  for (const output of [ofController, ofInstance, afterwards]) expect(output).toContain('All tests passed.')
})
