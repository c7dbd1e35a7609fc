import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort, startOnStablePort } from '../../../process/children/stable-port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const servers: Server[] = []
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

async function listenOn(port: number): Promise<number> {
  const server = createServer()
  server.listen({ port, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  servers.push(server)
  return port
}

describe('port 0', () => {
  it('is any free port, even if another is stored or preferred', async () => {
    const folder = await temporaryFolder()
    const choice = { file: join(folder, 'server'), port: 0, preferred: await freePort(), name: 'the server' }
    const port = await startOnStablePort(choice, async (given) => given)
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(await startOnStablePort({ ...choice, port: undefined }, async (given) => given)).toBe(port)
  })
})

describe('a preferred port', () => {
  it('is used by one of several concurrent starts, and the others use free ones', async () => {
    const folder = await temporaryFolder()
    const preferred = await freePort()
    // All of them have found it free before the first one listens.
    let waiting = 3
    let open: () => void = () => undefined
    const all = new Promise<void>((resolve) => (open = resolve))
    const begin = async (name: string): Promise<number> => {
      const choice = { file: join(folder, name), preferred, name }
      return startOnStablePort(choice, async (port) => {
        if ((waiting -= 1) === 0) open()
        await all
        return listenOn(port)
      })
    }
    const ports = await Promise.all(['one', 'two', 'three'].map(begin))
    expect(new Set(ports).size).toBe(3)
    expect(ports).toContain(preferred)
    expect((await readFile(join(folder, 'one'), 'utf8')).trim()).toBe(String(ports[0]))
  })

  it('is not used if the port of the last run is free', async () => {
    const folder = await temporaryFolder()
    const [file, preferred] = [join(folder, 'port'), await freePort()]
    const first = await startOnStablePort({ file, name: 'it' }, async (port) => port)
    expect(await startOnStablePort({ file, preferred, name: 'it' }, async (port) => port)).toBe(first)
  })
})
