import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('a command line', () => {
  it.each([
    [['gett'], "Error: Unknown command 'gett'. Did you mean get?\nSee: qleetctl --help\n"],
    [['login'], "Error: Unknown command 'login'. Did you mean config use-context?\nSee: qleetctl --help\n"],
    [['histry'], "Error: Unknown command 'histry'. Did you mean history?\nSee: qleetctl --help\n"],
    [['get', 'wl', 'x'], 'Error: There is no kind "wl". Did you mean "workload"?\n'],
    [['get', 'events'], 'Error: There is no kind "events". See: qleetctl events\n'],
    [['describe', 'log', 'x'], 'Error: There is no kind "log". See: qleetctl logs\n'],
    ...['pods', 'svc', 'deployment'].map((noun): [string[], string] => [
      ['get', noun],
      `Error: There is no kind "${noun}". Clusters have such resources. See \`qleetctl tree\`, or \`qleetctl kubeconfig\` for kubectl.\n`,
    ]),
    [['get'], 'Error: Name a kind, such as workloads, or use --stuck to list stuck objects\n'],
    [
      ['get', 'wd', '--wat'],
      "Error: Unknown option '--wat'. Did you mean --watch?\nSee: qleetctl get --help\n",
    ],
    [['apply'], 'Error: Name the files: qleetctl apply -f FILE, or -k DIR for a kustomization\n'],
    [
      ['wait', 'wi/x', '--for', 'redy'],
      'Error: --for "redy" is not a state. Use ready, create, delete, condition=TYPE, condition=TYPE=STATUS or jsonpath=PATH=VALUE.\n',
    ],
    [
      ['wait', 'wi/x', '--timeout', 'soon'],
      "Error: Option '--timeout <DURATION>' argument 'soon' is invalid. It must be a duration, such as 90s, 5m or 1h30m.\nSee: qleetctl wait --help\n",
    ],
    [
      ['config', 'use-contxt', 'x'],
      "Error: Unknown command 'use-contxt'. Did you mean use-context?\nSee: qleetctl config --help\n",
    ],
    [
      ['get', 'workload-definitons'],
      'Error: There is no kind "workload-definitons". Did you mean "workload-definitions"?\n',
    ],
    [
      ['get', 'wd', '-o', 'jsn'],
      'Error: -o "jsn" is not an output format of this command. Did you mean "json"?\n',
    ],
    [
      ['delete', 'wd'],
      'Error: Name the workload-definition to delete: qleetctl delete workload-definition NAME, or --all\n',
    ],
    [['delete'], 'Error: Name what to delete: KIND NAME, KIND/NAME, or -f FILE\n'],
    [['wait', 'wi/'], 'Error: "wi/" is not KIND/NAME, such as workload/shop\n'],
    [
      ['completion', 'tcsh'],
      'Error: No completion for shell "tcsh". Supported: bash, zsh, fish, powershell.\n',
    ],
  ])('%j is refused with a remedy, and exit code 2', async (argv, stderr) => {
    expect(await runCli(argv)).toEqual({ exit: 2, stdout: '', stderr })
  })

  it('is refused as JSON if JSON was requested', async () => {
    const { exit, stdout, stderr } = await runCli(['get', '-o', 'json'])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'INVALID_INPUT', exit: 2 } })
  })

  it.each(['/nonexistent', '/dev/null'])(
    'explains how to get a control plane if there is none, with the home %s',
    async (home) => {
      const { exit, stdout, stderr } = await runCli(['get', 'workloads'], { env: { HOME: home } })
      expect({ exit, stdout }).toEqual({ exit: 6, stdout: '' })
      expect(stderr).toContain('qleetctl up')
    },
  )

  it('lists the control planes to choose from if none is current', async () => {
    const folder = await temporaryFolder()
    const config = join(folder, 'config.yaml')
    await writeFile(
      config,
      'QleetOSInstances:\n  - {Name: shop, APIServer: "http://127.0.0.1:1", Token: x}\n  - {Name: web, APIServer: "http://127.0.0.1:2"}\n',
    )
    const { exit, stderr } = await runCli(['get', 'workloads', '--qleet-config', config])
    expect({ exit, stderr }).toEqual({
      exit: 6,
      stderr: expect.stringContaining('Available: shop, web. Select one: qleetctl config use-context shop\n'),
    })
  })

  it('reports a server that does not respond', async () => {
    const env = { QLEET_SERVER_URL: 'http://127.0.0.1:1', QLEET_TOKEN: 'x' }
    const { exit, stderr } = await runCli(['get', 'workloads'], { env })
    expect({ exit, stderr }).toEqual({
      exit: 6,
      stderr: expect.stringContaining('Error: Cannot reach http://127.0.0.1:1: '),
    })
  })

  it('accepts options of all commands before the command', async () => {
    const { exit, stderr } = await runCli(['--server', 'http://127.0.0.1:1', 'get', 'workloads'], {
      env: { QLEET_TOKEN: 'x' },
    })
    expect(exit).toBe(6)
    expect(stderr).toContain('http://127.0.0.1:1')
  })

  it('refuses an invalid address of a server', async () => {
    const env = { QLEET_TOKEN: 'x' }
    expect(await runCli(['get', 'workloads', '--server', 'ftp://somewhere'], { env })).toMatchObject({
      exit: 2,
      stderr: 'Error: "ftp://somewhere" is not the URL of a server, such as http://127.0.0.1:1323\n',
    })
  })

  it('requests a missing token', async () => {
    const { exit, stderr } = await runCli(['get', 'workloads', '--server', 'http://127.0.0.1:1'])
    expect({ exit, stderr }).toEqual({
      exit: 3,
      stderr: 'Error: No token for http://127.0.0.1:1. Set QLEET_TOKEN or --token-file FILE.\n',
    })
  })

  it('prints the version on stdout', async () => {
    expect(await runCli(['version'])).toEqual({
      exit: 0,
      stdout: expect.stringMatching(/^qleetctl \d+\.\d+\.\d+\n$/),
      stderr: '',
    })
    expect(await runCli(['--version'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^qleetctl /),
    })
    const { stdout } = await runCli(['version', '--client', '-o', 'json'])
    expect(JSON.parse(stdout)).toEqual({ client: { version: expect.any(String), node: process.version } })
  })
})
