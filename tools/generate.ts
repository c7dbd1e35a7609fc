import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/*
 * Writes all files in folders named `generated`, the tables of settings and the references of qleetctl and the SDK. Each step uses the results of the previous
 * ones.
 */

const run = promisify(execFile)

const steps: readonly (readonly [string, ...string[]])[] = [
  ['prisma', 'generate'],
  ['node', 'tools/generate-operations.ts'],
  ['graphql-codegen', '--config', 'codegen.yml'],
  ['node', 'tools/generate-trusted-documents.ts'],
  ['node', 'tools/generate-json-schemas.ts'],
  ['node', 'tools/generate-settings.ts'],
  ['node', 'tools/generate-cli-reference.ts'],
  ['node', 'tools/generate-sdk-reference.ts'],
]

for (const [command, ...args] of steps) await run(command, args, { env: process.env })
