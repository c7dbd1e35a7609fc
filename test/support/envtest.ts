import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** The folder of etcd and kube-apiserver, if there is one: `KUBEBUILDER_ASSETS`. */
export const envtestAssets: string | undefined = process.env['KUBEBUILDER_ASSETS'] || undefined

/** How the stand-ins of programs behave. */
export interface StandIns {
  /** The version of kube-apiserver. @default 1.36.3 */
  version?: string
  /** What kube-apiserver does in place of serving; JavaScript. */
  apiServer?: string
}

/**
 * Returns a folder of small programs that listen, with the certificates that they are given, as etcd and kube-apiserver do. The API
 * server responds to every request with an empty object, and stops responding at `/hang`.
 */
export async function standInAssets({
  version = '1.36.3',
  apiServer = serve,
}: StandIns = {}): Promise<string> {
  const folder = await temporaryFolder({
    etcd: program(
      'etcd Version: 3.4.37',
      { cert: 'cert-file', key: 'key-file', ca: 'trusted-ca-file' },
      serve,
    ),
    'kube-apiserver': program(
      `Kubernetes v${version}`,
      { cert: 'tls-cert-file', key: 'tls-private-key-file', ca: 'client-ca-file' },
      apiServer,
    ),
  })
  for (const name of ['etcd', 'kube-apiserver']) await chmod(join(folder, name), 0o755)
  return folder
}

const serve = `
let isHung = false
require('node:https').createServer(tls, (request, response) => {
  if (request.url === '/hang') isHung = true
  if (!isHung) response.end('{}')
}).listen(port, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))`

function program(version: string, files: Record<string, string>, body: string): string {
  return `#!${process.execPath}
if (process.argv.includes('--version')) { console.log(${JSON.stringify(version)}); process.exit(0) }
const given = Object.fromEntries(process.argv.slice(2).map((each) => each.replace(/^--/, '').split(/=(.*)/s)))
const read = (name) => require('node:fs').readFileSync(given[name])
const tls = { ${Object.entries(files)
    .map(([option, argument]) => `${option}: read('${argument}')`)
    .join(', ')}, requestCert: true, rejectUnauthorized: true }
const port = Number(given['secure-port'] ?? new URL(given['listen-client-urls']).port)
${body}
`
}
