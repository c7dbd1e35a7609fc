import { eraseLines } from './escapes.ts'
import type { Io } from './io.ts'
import { displayWidth } from './width.ts'

/** Output that is redrawn in place on a terminal. Elsewhere each version is appended as a separate block. */
export class Repaint {
  readonly #io: Io
  #drawn = 0
  #isFirst = true

  constructor(io: Io) {
    this.#io = io
  }

  /** Replaces the previous text with as much of this one as fits on the screen. */
  draw(text: string): void {
    const { stdout } = this.#io
    if (!stdout.isTTY) {
      stdout.write(this.#isFirst ? text : `\n${text}`)
      this.#isFirst = false
      return
    }
    const lines = text.replace(/\n$/, '').split('\n')
    const shown: string[] = []
    let room = (stdout.rows ?? Infinity) - 2
    for (const line of lines) {
      room -= this.#height(line)
      if (room < 0) break
      shown.push(line)
    }
    const hidden = lines.length - shown.length
    if (hidden > 0) shown.push(`… and ${hidden} more lines`)
    // A single write avoids flicker.
    const up = eraseLines(this.#drawn)
    stdout.write(up + shown.map((line) => `${line}\n`).join(''))
    this.#drawn = shown.reduce((sum, line) => sum + this.#height(line), 0)
  }

  #height(line: string): number {
    return Math.max(1, Math.ceil(displayWidth(line) / (this.#io.stdout.columns ?? Infinity)))
  }
}
