// The program of `npm start`: runs a control plane in this checkout with the sample application, until Ctrl-C.
// Arguments are passed to `qleetctl up`, as in `npm start -- --exit-when-ready`. Plain JavaScript, for Node 20 and
// newer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const program = join(repository, 'bin/qleetctl')
const options = ['--foreground', '--sample', '--name', 'local', '--data', join(repository, '.qleet')]
const child = spawn(process.execPath, [program, 'up', ...options, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// The terminal sends Ctrl-C to the child as well, which exits once everything has stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
