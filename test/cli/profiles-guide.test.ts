import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'

/** The guide docs/guide/profiles.md, as it is written. */

let plane: TestControlPlane
let folder: string
let commands: string[][]
beforeAll(async () => {
  plane = await startControlPlane()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-profiles-')))
  const guide = await readFile(join(repository, 'docs/guide/profiles.md'), 'utf8')
  const [, file = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? []
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
  await writeFile(join(folder, 'profiles.yaml'), file)
  commands = script
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replace(/ +#.*/, '')
        .replace('profiles.yaml', join(folder, 'profiles.yaml'))
        .split(' ')
        .slice(1)
        .map((word) => word.replaceAll("'", '')),
    )
})
afterAll(async () => {
  await plane?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => plane)

it('runs the guide to profiles', async () => {
  const outputs: string[] = []
  for (const command of commands) {
    const { exit, stdout, stderr } = await cli(command)
    expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
    outputs.push(stdout.replaceAll(/ {2,}/g, '  '))
  }
  const [, tiers, decided, , users, preview, moved] = outputs
  for (const name of ['development', 'staging', 'production', 'shared'])
    expect(tiers).toMatch(RegExp(`^${name} `, 'm'))
  expect(decided).toMatch(
    /profile: default\/web-team\n(.*\n)*? +maxInstances: 2\n(.*\n)*? +profileVersion: 1/,
  )
  expect(users).toMatch(/^kubernetes-runtime-definition\/clusters {2}shop {2}1 {2}outdated/m)
  expect(preview).toMatch(/-.*maxInstances: 2\n.*\+.*maxInstances: 3/s)
  expect(moved).toBe('kubernetes-runtime-definition/clusters moved to version 2\n')
  const again = await cli(['roll-profile', 'web-team'])
  expect(again.stdout.replaceAll(/ {2,}/g, '  ')).toMatch(/clusters {2}shop {2}2 {2}current/)
})
