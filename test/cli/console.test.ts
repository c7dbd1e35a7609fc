import { expect, it } from 'vitest'
import { useCliServer } from '../support/cli-server.ts'
import { urlOf } from '../support/fake-worker.ts'
import { loginsBy } from '../support/login-link.ts'
import { serverEnv } from '../support/run-cli.ts'

const used = useCliServer()
const { cli } = used

it('console prints a link that logs in once, with a code in the part that browsers do not send', async () => {
  const { exit, stdout, stderr } = await cli(['console'])
  expect({ exit, stderr }).toEqual({
    exit: 0,
    stderr: 'Open it in a browser within 5 minutes. It works once.\n',
  })
  const link = stdout.trimEnd()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{22}$/)
  expect(new URL(link).origin).toBe(urlOf(used.server))
  expect(await loginsBy(link)).toEqual([204, 401])
})

it('console fails for a worker, and with a token that the server does not know', async () => {
  const env = (token: string) => serverEnv({ url: urlOf(used.server), token })
  const { workerToken } = used.server
  expect(await cli(['console', '--no-open'], { env: env(workerToken) })).toMatchObject({
    exit: 3,
    stdout: '',
    stderr: expect.stringContaining('requires an administrator token'),
  })
  expect(await cli(['console'], { env: env('wrong') })).toMatchObject({ exit: 3, stdout: '' })
})
