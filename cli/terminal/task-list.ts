import { eraseLines } from './escapes.ts'
import type { Io } from './io.ts'
import { painter, type Colour } from './style.ts'
import { showDuration } from './time.ts'
import { fold, oneLine } from './width.ts'

export type TaskState = 'running' | 'done' | 'failed'

interface Task {
  title: string
  state: TaskState
  detail: string
  startedAt: number
  /** Duration in milliseconds, once ended. */
  took?: number
}

const symbols: Record<Exclude<TaskState, 'running'>, [Colour, string]> = {
  done: ['green', '✔'],
  failed: ['red', '✖'],
}
/** Marks what was in progress when the list ended. */
const unfinished = '…'
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/**
 * Progress of concurrent tasks on stderr. On a terminal each task is updated in place, with its detail folded over as many
 * lines as it needs; elsewhere each change is one line.
 */
export class TaskList {
  readonly #io: Io
  readonly #tasks = new Map<string, Task>()
  #drawn = 0
  #tick = 0
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(io: Io) {
    this.#io = io
  }

  /** Creates or updates a task. An unchanged state and detail print nothing. */
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
      // The previous line already shows the reason if the task reported it while running.
      const isRepeated = state === 'failed' && text === known?.detail
      this.#io.stderr.write(`${this.#lines(isRepeated ? { ...task, detail: '' } : task).join('\n')}\n`)
      return
    }
    this.#draw()
    this.#timer ??= setInterval(() => {
      this.#tick += 1
      this.#draw()
    }, 100).unref()
  }

  /** Stops updating the printed tasks. Those that still run are marked as such. Later calls of {@link set} start a new list. */
  end(): void {
    if (this.#tasks.size === 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#hasEnded = true
    this.#draw([...this.#tasks.values()], Infinity)
    this.#hasEnded = false
    this.#drawn = 0
    this.#tasks.clear()
  }

  /** Returns the lines of a task: its title and detail, folded to the width of the terminal. */
  #lines(task: Task): string[] {
    const paint = painter(this.#io.stderr, this.#io.env)
    const { title, state, detail, took } = task
    const isLive = this.#io.stderr.isTTY
    if (!isLive && state === 'running') return [detail === '' ? `${title} …` : `${title}: ${detail}`]
    const [colour, symbol] =
      state === 'running' ? (['yellow', this.#runningSymbol()] as const) : symbols[state]
    const elapsed = took ?? performance.now() - task.startedAt
    const time = elapsed < (state === 'running' ? 1000 : 100) ? '' : showDuration(elapsed)
    const rest = [detail, time].filter((part) => part !== '').join(' · ')
    const [first = '', ...more] = fold(
      rest === '' ? title : `${title}  ${rest}`,
      (this.#io.stderr.columns ?? Infinity) - 2,
      { breakWords: true },
    )
    return [
      `${paint(colour, symbol)} ${first.slice(0, title.length)}${paint('dim', first.slice(title.length))}`,
      ...more.map((line) => `  ${paint('dim', line)}`),
    ]
  }

  #runningSymbol(): string {
    return this.#hasEnded ? unfinished : (spinner[this.#tick % spinner.length] ?? '')
  }

  #draw(tasks = this.#visible(), room = this.#room()): void {
    if (!this.#io.stderr.isTTY) return
    const lines = tasks.flatMap((task) => this.#lines(task)).slice(0, room)
    const hidden = this.#tasks.size - tasks.length
    if (hidden > 0) lines.push(`  and ${hidden} more`)
    // A single write avoids flicker.
    const up = eraseLines(this.#drawn)
    this.#io.stderr.write(up + lines.map((line) => `${line}\n`).join(''))
    this.#drawn = lines.length
  }

  /** Returns the tasks that fit on the screen, since only those can be redrawn. Unfinished tasks come first. */
  #visible(): Task[] {
    const tasks = [...this.#tasks.values()]
    const open = tasks.filter(({ state }) => state !== 'done')
    const done = tasks.filter(({ state }) => state === 'done')
    const visible: Task[] = []
    let room = this.#room()
    for (const task of [...open, ...done]) {
      room -= this.#lines(task).length
      if (room < 0 && visible.length > 0) return visible
      visible.push(task)
    }
    return tasks
  }

  #room(): number {
    return Math.max((this.#io.stderr.rows ?? Infinity) - 2, 1)
  }
}
