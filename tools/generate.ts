import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/* Writes everything in folders named `generated` and the tables of settings, each step from the result of the one before. */

const run = promisify(execFile)

const steps: readonly (readonly [string, ...string[]])[] = [
  ['prisma', 'generate'],
  ['node', 'tools/generate-operations.ts'],
  ['graphql-codegen', '--config', 'codegen.yml'],
  ['node', 'tools/generate-json-schemas.ts'],
  ['node', 'tools/generate-settings.ts'],
]

for (const [command, ...args] of steps) await run(command, args, { env: process.env })
