import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, runProgram, type ProgramRun } from './run-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Runs Vitest on these files in a separate folder, outside this run; `support` is the path of `test/support`. */
export async function runVitest(
  files: (support: string) => Record<string, string>,
  env: Record<string, string> = {},
): Promise<ProgramRun> {
  const folder = await temporaryFolder()
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files(join(repository, 'test/support'))))
    await writeFile(join(folder, name), text)
  const program = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run']
  return runProgram(program, { home: folder, cwd: folder, env: { NO_COLOR: '1', ...env } })
}
