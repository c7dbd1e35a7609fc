// What `npm start` runs: a control plane in this checkout with the sample application, until Ctrl-C. Arguments are
// passed on: `npm start -- --exit-when-ready`. Plain JavaScript, for Node 20 and newer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const program = join(repository, 'bin/qleetctl')
const options = ['--foreground', '--sample', '--name', 'local', '--data', join(repository, '.qleet')]
const child = spawn(process.execPath, [program, 'up', ...options, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// Ctrl-C reaches the child too, and it ends when everything is stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
