import { describe, expect, it } from 'vitest'
import { commands } from '../../cli/commands.ts'
import { runCli } from '../support/run-cli.ts'

describe('help', () => {
  it('shows all commands in groups', async () => {
    const { exit, stdout, stderr } = await runCli(['--help'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toMatchSnapshot()
    const shown = commands.filter(({ name, hidden }) => hidden !== true && !name.includes(' '))
    for (const { name } of shown) expect(stdout).toContain(`\n  ${name} `)
  })

  it('is shown without a command', async () => {
    const [without, asked] = [await runCli([]), await runCli(['--help'])]
    expect(without).toEqual(asked)
  })

  it.each(commands.map(({ name }) => name))('of `%s` is as it was', async (name) => {
    const { exit, stdout } = await runCli([...name.split(' '), '--help'])
    expect(exit).toBe(0)
    expect(stdout).toMatchSnapshot()
  })

  it.each(commands.filter(({ handler }) => handler !== undefined))(
    'leads to a handler of `$name`',
    async ({ handler }) => {
      expect(await handler?.()).toBeTypeOf('function')
    },
  )

  it('fits a narrow terminal', async () => {
    const { stdout } = await runCli(['get', '--help'], { columns: 60 })
    const prose = stdout.split('Examples:')[0] ?? ''
    for (const line of prose.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  })
})
