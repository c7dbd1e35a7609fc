import { sequence } from './escapes.ts'
import type { Io } from './io.ts'
import { painter, type Colour } from './style.ts'
import { showDuration } from './time.ts'
import { oneLine, truncate } from './width.ts'

export type TaskState = 'running' | 'done' | 'failed'

interface Task {
  title: string
  state: TaskState
  detail: string
  startedAt: number
  /** How long it took, once it has ended. */
  took?: number
}

const marks: Record<Exclude<TaskState, 'running'>, [Colour, string]> = {
  done: ['green', '✔'],
  failed: ['red', '✖'],
}
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/**
 * Several things that go on at the same time, on stderr. On a terminal one line for each, kept up to date in
 * place; elsewhere one line per change.
 */
export class TaskList {
  readonly #io: Io
  readonly #tasks = new Map<string, Task>()
  #drawn = 0
  #tick = 0
  #timer: NodeJS.Timeout | undefined

  constructor(io: Io) {
    this.#io = io
  }

  /** Tells how a task is doing. The first time it is told of, it appears; the same again says nothing. */
  set(
    key: string,
    { title, state, detail = '' }: { title: string; state: TaskState; detail?: string },
  ): void {
    const known = this.#tasks.get(key)
    const text = oneLine(detail)
    if (known !== undefined && known.state === state && known.detail === text) return
    const startedAt = known?.startedAt ?? performance.now()
    const took = state === 'running' ? {} : { took: performance.now() - startedAt }
    const task = { title: oneLine(title), state, detail: text, startedAt, ...took }
    this.#tasks.set(key, task)
    if (!this.#io.stderr.isTTY) {
      // The reason of a failure stands in the line before, when it was told while it still ran.
      const isTold = state === 'failed' && text === known?.detail
      this.#io.stderr.write(`${this.#line(isTold ? { ...task, detail: '' } : task)}\n`)
      return
    }
    this.#draw()
    this.#timer ??= setInterval(() => {
      this.#tick += 1
      this.#draw()
    }, 100).unref()
  }

  /** Leaves the tasks as they are; what is told later begins a new list. */
  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#draw([...this.#tasks.values()])
    this.#drawn = 0
    this.#tasks.clear()
  }

  #line(task: Task): string {
    const paint = painter(this.#io.stderr, this.#io.env)
    const { title, state, detail, took } = task
    const isLive = this.#io.stderr.isTTY
    if (!isLive && state === 'running') return detail === '' ? `${title} …` : `${title}: ${detail}`
    const [colour, mark] =
      state === 'running' ? (['yellow', spinner[this.#tick % spinner.length] ?? ''] as const) : marks[state]
    const elapsed = took ?? performance.now() - task.startedAt
    const time = elapsed < (state === 'running' ? 1000 : 100) ? '' : showDuration(elapsed)
    const rest = [detail, time].filter((part) => part !== '').join(' · ')
    const room = (this.#io.stderr.columns ?? Infinity) - 4
    const plain = truncate(rest === '' ? title : `${title}  ${rest}`, room)
    return `${paint(colour, mark)} ${plain.slice(0, title.length)}${paint('dim', plain.slice(title.length))}`
  }

  #draw(tasks = this.#visible()): void {
    if (!this.#io.stderr.isTTY) return
    const lines = tasks.map((task) => this.#line(task))
    const hidden = this.#tasks.size - tasks.length
    if (hidden > 0) lines.push(`  and ${hidden} more`)
    // In one write, so that the terminal never shows the gap in between.
    const up = this.#drawn === 0 ? '' : sequence(`${this.#drawn}A`) + sequence('J')
    this.#io.stderr.write(up + lines.map((line) => `${line}\n`).join(''))
    this.#drawn = lines.length
  }

  /** What fits on the screen, where alone lines can be written again: what is still open comes first. */
  #visible(): Task[] {
    const tasks = [...this.#tasks.values()]
    const room = Math.max((this.#io.stderr.rows ?? Infinity) - 2, 1)
    if (tasks.length <= room) return tasks
    const open = tasks.filter(({ state }) => state !== 'done')
    const done = tasks.filter(({ state }) => state === 'done')
    return [...open, ...done].slice(0, room)
  }
}
