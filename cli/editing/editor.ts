import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailure, exits } from '../cli-error.ts'
import { nonEmpty } from '../settings/config-file.ts'
import type { Io } from '../terminal/io.ts'

/** A file that the user edits. It contains what the user wrote, so it is deleted only once that has been applied. */
export class EditedFile {
  readonly path: string
  readonly #io: Io
  readonly #folder: string

  private constructor(io: Io, folder: string, name: string) {
    this.#io = io
    this.#folder = folder
    this.path = join(folder, name)
  }

  /** Creates a file of this name, readable only by its owner. */
  static async create(io: Io, name: string): Promise<EditedFile> {
    return new EditedFile(io, await mkdtemp(join(tmpdir(), 'qleetctl-edit-')), name)
  }

  /** Writes a text, opens the editor, and returns the text once the editor has exited. */
  async edit(text: string): Promise<string> {
    await writeFile(this.path, text, { mode: 0o600 })
    const editor = editorOf(this.#io)
    const { code, reason } = await this.#open(editor)
    if (code !== 0) {
      const kept = (await this.read()) === text ? '' : ` The file is kept: ${this.path}`
      if (kept === '') await this.remove()
      throw new CommandFailure(exits.failed, `the editor "${editor}" ${reason}. Nothing was changed.${kept}`)
    }
    return this.read()
  }

  read(): Promise<string> {
    return readFile(this.path, 'utf8')
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }

  #open(editor: string): Promise<{ code: number | null; reason: string }> {
    // Editors are command lines: "code --wait".
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', this.path], {
      stdio: 'inherit',
      cwd: this.#io.cwd,
      env: { ...this.#io.env },
    })
    return new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, reason: `cannot be started: ${error.message}` }))
      child.once('exit', (code, signal) =>
        resolve({
          code,
          reason: signal === null ? `exited with status ${code ?? 1}` : `was ended by ${signal}`,
        }),
      )
    })
  }
}

function editorOf({ env }: Io): string {
  return nonEmpty(env['KUBE_EDITOR']) ?? nonEmpty(env['EDITOR']) ?? nonEmpty(env['VISUAL']) ?? 'vi'
}
