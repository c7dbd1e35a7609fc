import { describe, expect, it } from 'vitest'
import { useCliServer } from '../support/cli-server.ts'

const { cli } = useCliServer()

describe('completion', () => {
  it.each<[string[], string]>([
    [['ge'], 'get\t'],
    [['config', 'use'], 'use-context\t'],
    [['get', 'workload-d'], 'workload-definition\t'],
    [['get', 'wd', '--out'], '--output\t'],
    [['get', 'wd', '-o', 'js'], 'json\t\njsonpath=\t\njsonpath-as-json=\t\njsonpath-file=\t\n'],
    [['get', 'wd', '-o', 'cus'], 'custom-columns=\t'],
    [['explain', 'workload.spec.dr'], 'workload.spec.drift\t'],
    [['completion', 'pow'], 'powershell\t'],
    [['history', 'runtime/s'], 'runtime/space\t'],
    [['get', 'runtime', 'sp'], 'space\t'],
    [['describe', 'runtime/s'], 'runtime/space\t'],
    [['wait', 'wi/x', '--for', 'de'], 'delete\t'],
    [['--qleet-config', 'x.yaml', 'ge'], 'get\t'],
    [['get', '-o', 'json', 'runtime', 'sp'], 'space\t'],
    [['--ser'], '--server\t'],
    [['auth', 'can-i', 'wr'], 'write\t'],
    [['auth', 'can-i', 'write', 'workload-d'], 'workload-definition\t'],
    [['annotate', 'runtime/s'], 'runtime/space\t'],
  ])('of %j starts with %j', async (words, first) => {
    const { exit, stdout } = await cli(['__complete', '--', ...words])
    expect(exit).toBe(0)
    expect(stdout.startsWith(first)).toBe(true)
  })
})
