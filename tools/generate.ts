import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/*
 * Writes all files in folders named `generated`, and the reference pages of docs/. Each step uses the results of the
 * previous ones.
 */

const run = promisify(execFile)

const steps: readonly (readonly [string, ...string[]])[] = [
  ['prisma', 'generate'],
  ['node', 'tools/generate-operations.ts'],
  ['graphql-codegen', '--config', 'codegen.yml'],
  ['node', 'tools/generate-trusted-documents.ts'],
  ['node', 'tools/generate-json-schemas.ts'],
  ['node', 'tools/generate-references.ts'],
]

for (const [command, ...args] of steps) await run(command, args, { env: process.env })
