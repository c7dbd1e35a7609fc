import { expect, it } from 'vitest'
import { warnings } from '../../cli/control-plane/warnings.ts'

const io = { stdout: { write: () => undefined, isTTY: false, columns: undefined }, env: {} }

it('warns of a program that is old, in one line, and of no other', () => {
  const current = { version: '18.4', origin: 'npm' }
  expect(warnings(io, { Postgres: current })).toBe('')
  const old = { version: '2.9.10', origin: 'this distribution', notice: 'nats-server 2.9.10 is old: do this' }
  expect(warnings(io, { Postgres: current, NATS: old })).toBe(
    '\nWarning: nats-server 2.9.10 is old: do this.\n',
  )
})
