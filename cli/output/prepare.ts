import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usageError } from '../cli-error.ts'
import { reasonOfFile } from '../file-error.ts'
import type { Io } from '../terminal/io.ts'

/**
 * Prepares the value of `-o` before the command starts: replaces `jsonpath-file=FILE` and `custom-columns-file=FILE` by
 * the content of the file, and throws a usage error for an invalid template, so that no command fails after its work.
 */
export async function prepareOutput(io: Io, output: string): Promise<string> {
  const [, name, rest] = /^([a-z-]+)=(.*)$/s.exec(output) ?? []
  if (name === undefined || rest === undefined) return output
  if (name.startsWith('go-template')) throw goTemplateError()
  if (name === 'jsonpath-file') return prepareOutput(io, `jsonpath=${await readTemplate(io, name, rest)}`)
  if (name === 'custom-columns-file') {
    const { columnsOfFile } = await import('./custom-columns.ts')
    return prepareOutput(io, `custom-columns=${columnsOfFile(await readTemplate(io, name, rest), rest)}`)
  }
  if (name === 'jsonpath') (await import('./jsonpath.ts')).compileTemplate(rest)
  if (name === 'jsonpath-as-json') (await import('./jsonpath.ts')).compileValues(rest)
  if (name === 'custom-columns') (await import('./custom-columns.ts')).compileColumns(rest)
  return output
}

async function readTemplate(io: Io, name: string, file: string): Promise<string> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw usageError(
      `-o ${name}: cannot read ${file === '' ? 'a file without a name' : file}: ${reasonOfFile(error)}`,
    )
  })
  return text.replace(/\r?\n$/, '')
}

function goTemplateError() {
  return usageError(
    "-o go-template is not supported: there is no maintained implementation of Go's templates for Node.js. " +
      "Use -o jsonpath='{range .items[*]}…{end}' for text, -o custom-columns=HEADER:PATH for tables, or -o json with jq.",
  )
}
