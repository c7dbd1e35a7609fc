import { expect, it } from 'vitest'
import { warnings } from '../../cli/control-plane/warnings.ts'

const io = { stdout: { write: () => undefined, isTTY: false, columns: undefined }, env: {} }

it('warns in one line of an outdated program, and of no other', () => {
  const current = { version: '18.4', origin: 'npm' }
  expect(warnings(io, { Postgres: current })).toBe('')
  const old = { version: '2.9.10', origin: 'this distribution', notice: 'nats-server 2.9.10 is old: do this' }
  expect(warnings(io, { Postgres: current, NATS: old })).toBe(
    '\nWarning: nats-server 2.9.10 is old: do this.\n',
  )
})
