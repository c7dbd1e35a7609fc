import { describe, expect, it } from 'vitest'
import { painter } from '../../cli/terminal/style.ts'
import { renderTable } from '../../cli/terminal/table.ts'
import { TaskList } from '../../cli/terminal/task-list.ts'
import { ageOf, parseDuration, showDuration } from '../../cli/terminal/time.ts'
import { displayWidth, oneLine, truncate } from '../../cli/terminal/width.ts'
import type { Io, Sink } from '../../cli/terminal/io.ts'
import { Readable } from 'node:stream'

function captured(columns?: number): { sink: Sink; text: () => string } {
  let text = ''
  const isTTY = columns !== undefined
  return { sink: { write: (more) => (text += more), isTTY, columns }, text: () => text }
}

function ioWith(stderr: Sink): Io {
  const stdin = Readable.from([])
  return { stdout: stderr, stderr, stdin, env: {}, cwd: '/', signal: new AbortController().signal }
}

describe('widths', () => {
  it.each([
    ['name', 4],
    ['日本語', 6],
    ['naïve', 5],
    ['e\u0301', 1],
    ['👩‍💻', 2],
    ['\u001B[31mred\u001B[39m', 3],
  ])('of %j is %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  it('are kept when a text is cut', () => {
    expect(truncate('日本語のテキスト', 7)).toBe('日本語…')
    expect(truncate('short', 7)).toBe('short')
  })

  it('are those of one line without control characters', () => {
    expect(oneLine('a\nb\u001B[2Jc\u0007 \t d')).toBe('a bc d')
  })
})

describe('a table', () => {
  it('is aligned, also with wide characters, and has no spaces at the end of lines', () => {
    expect(
      renderTable(
        ['NAME', 'STATUS'],
        [
          ['日本', 'Ready'],
          ['a', ''],
        ],
      ),
    ).toBe('NAME   STATUS\n日本   Ready\na\n')
  })

  it('cuts its last column to the width of the terminal', () => {
    expect(renderTable(['NAME', 'MESSAGE'], [['a', 'a long message that goes on']], { columns: 20 })).toBe(
      'NAME   MESSAGE\na      a long messa…\n',
    )
  })
})

describe('colours', () => {
  it.each([
    ['on a terminal', {}, 80, true],
    ['against NO_COLOR', { NO_COLOR: '1' }, 80, false],
    ['on a terminal without any', { TERM: 'dumb' }, 80, false],
    ['in a file', {}, undefined, false],
  ])('%s', (_, env, columns, has) => {
    expect(painter(captured(columns).sink, env)('red', 'x') !== 'x').toBe(has)
  })
})

describe('durations', () => {
  it.each([
    ['90', 90_000],
    ['500ms', 500],
    ['1.5s', 1500],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
    ['', undefined],
    ['5 minutes', undefined],
    ['-1s', undefined],
  ])('%j is %j milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds)
  })

  it.each([
    [42, '42s'],
    [310, '5m10s'],
    [3600, '60m'],
    [12_000, '3h20m'],
    [100_000, '27h'],
    [190_000, '2d4h'],
    [1_000_000, '11d'],
  ])('%i seconds are the age %j', (seconds, text) => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(ageOf(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
  })

  it.each([
    [850, '850 ms'],
    [1200, '1.2 s'],
    [65_000, '65 s'],
    [300_000, '5 min'],
  ])('%i ms are shown as %j', (milliseconds, text) => {
    expect(showDuration(milliseconds)).toBe(text)
  })
})

describe('a task list', () => {
  it('writes one line a change where it is no terminal', () => {
    const { sink, text } = captured()
    const tasks = new TaskList(ioWith(sink))
    tasks.set('a', { title: 'Postgres', state: 'running' })
    tasks.set('a', { title: 'Postgres', state: 'running' })
    tasks.set('a', { title: 'Postgres', state: 'running', detail: 'migrating' })
    tasks.set('b', { title: 'NATS', state: 'failed', detail: 'no port' })
    tasks.set('a', { title: 'Postgres', state: 'done' })
    tasks.end()
    expect(text()).toBe('Postgres …\nPostgres: migrating\n✖ NATS  no port\n✔ Postgres\n')
  })

  it('keeps one line a task on a terminal, cut to its width', () => {
    const { sink, text } = captured(24)
    const tasks = new TaskList(ioWith(sink))
    tasks.set('a', { title: 'Postgres', state: 'running' })
    tasks.set('a', { title: 'Postgres', state: 'failed', detail: 'a very long reason indeed' })
    tasks.end()
    const [last = ''] = text().split('\u001B[J').slice(-1)
    // oxlint-disable-next-line no-control-regex -- colours are taken out
    const plain = last.replaceAll(/\u001B\[\d+m/g, '')
    expect(plain).toBe('✖ Postgres  a very lo…\n')
  })
})
