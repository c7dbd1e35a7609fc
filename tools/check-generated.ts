import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/* Regenerates all files and reports the committed files that differ from the result. */

async function hashes(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const file of glob([
    '{prisma,schema,client-sdk,workers}/generated/**/*.*',
    'docs/operations/settings.md',
    'docs/reference/*',
  ])) {
    found.set(
      file,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
  }
  return found
}

const before = await hashes()
await promisify(execFile)('node', ['tools/generate.ts'])
const after = await hashes()
const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
)
if (stale.length > 0) {
  process.stdout.write(
    `These files differ from the output of "npm run generate" (which has just run; commit the result):\n  ${stale.join('\n  ')}\n`,
  )
  process.exitCode = 1
}
