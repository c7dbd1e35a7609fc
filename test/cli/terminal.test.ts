import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sequence } from '../../cli/terminal/escapes.ts'
import { painter } from '../../cli/terminal/style.ts'
import { renderTable } from '../../cli/terminal/table.ts'
import { TaskList } from '../../cli/terminal/task-list.ts'
import { ageOf, parseDuration, showDuration } from '../../cli/terminal/time.ts'
import { displayWidth, fold, oneLine, shortenMiddle } from '../../cli/terminal/width.ts'
import { guardedSink, processIo, type Io, type Sink } from '../../cli/terminal/io.ts'
import { Readable } from 'node:stream'

function captured(columns?: number): { sink: Sink; text: () => string } {
  let text = ''
  const isTTY = columns !== undefined
  const sink = guardedSink({ write: (more) => (text += String(more)), isTTY, columns })
  return { sink, text: () => text }
}

function ioWith(stderr: Sink): Io {
  const stdin = Readable.from([])
  return { stdout: stderr, stderr, stdin, env: {}, cwd: '/', signal: new AbortController().signal }
}

describe('a terminal', () => {
  it.each([
    [0, undefined],
    [80, 80],
  ])('that reports %s columns has %s', (columns, known) => {
    const own = Object.getOwnPropertyDescriptors(process.stdout)
    const property = (value: unknown) => ({ value, configurable: true })
    Object.defineProperties(process.stdout, {
      isTTY: property(true),
      columns: property(columns),
      rows: property(columns),
    })
    onTestFinished(() => {
      for (const name of ['isTTY', 'columns', 'rows'] as const) {
        const before = own[name]
        if (before === undefined) Reflect.deleteProperty(process.stdout, name)
        else Object.defineProperty(process.stdout, name, before)
      }
    })
    const { stdout } = processIo(new AbortController().signal)
    expect([stdout.columns, stdout.rows]).toEqual([known, known])
  })
})

describe('widths', () => {
  it.each([
    ['name', 4],
    ['日本語', 6],
    ['naïve', 5],
    ['e\u0301', 1],
    ['👩‍💻', 2],
    ['❤️', 2],
    ['☺', 1],
    ['🪐', 2],
    ['ｶﾞ', 2],
    ['한', 2],
    [`${sequence('31m')}red${sequence('39m')}`, 3],
    ['\u001B[31m', 10],
  ])('of %j is %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  it('are kept when a string is folded at its spaces', () => {
    expect(fold('日本 語の テキスト', 8)).toEqual(['日本', '語の', 'テキスト'])
    expect(fold('a registry.example.com/long b', 8)).toEqual(['a', 'registry.example.com/long', 'b'])
    expect(fold('registry b', 4, { breakWords: true })).toEqual(['regi', 'stry', 'b'])
  })

  it('are those of a printable single line', () => {
    expect(oneLine('a\nb\u001B[2Jc\u0007 \t d')).toBe('a b\\u001b[2Jc\\u0007 d')
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

  it('folds its last column at spaces', () => {
    const row = ['a', 'a long message that goes on']
    expect(renderTable(['NAME', 'MESSAGE'], [row], { columns: 35 })).toBe(
      'NAME   MESSAGE\na      a long message that goes on\n',
    )
    expect(renderTable(['NAME', 'MESSAGE'], [row], { columns: 32 })).toBe(
      'NAME   MESSAGE\na      a long message that goes\n       on\n',
    )
  })

  it('prints its last column on separate lines if there is little space for it', () => {
    const row = ['a-name-that-is-long', 'a message that is longer than the line']
    expect(renderTable(['NAME', 'MESSAGE'], [row], { columns: 30 })).toBe(
      'NAME                  MESSAGE\na-name-that-is-long\n  a message that is longer\n  than the line\n',
    )
  })

  it('prints no line for an empty last column, however narrow the terminal is', () => {
    const rows = [
      ['a-name-that-is-long', ''],
      ['b', 'a message that is longer than the line'],
    ]
    expect(renderTable(['NAME', 'MESSAGE'], rows, { columns: 20 })).toBe(
      'NAME\n  MESSAGE\na-name-that-is-long\nb\n  a message that is\n  longer than the\n  line\n',
    )
  })

  it('hides the least important columns on a narrow terminal, and names them', () => {
    const headers = ['NAME', 'DEFINITION', 'RUNTIME', 'STATUS']
    const row = ['shop', 'a-definition', 'a-runtime', 'Ready']
    const table = (columns: number) =>
      renderTable(headers, [row], { columns, optional: ['RUNTIME', 'DEFINITION'] })
    expect(table(44)).toBe(
      'NAME   DEFINITION     RUNTIME     STATUS\nshop   a-definition   a-runtime   Ready\n',
    )
    expect(table(36)).toBe('(RUNTIME: -o wide)\nNAME   DEFINITION     STATUS\nshop   a-definition   Ready\n')
    expect(table(20)).toBe('(DEFINITION,\nRUNTIME: -o wide)\nNAME   STATUS\nshop   Ready\n')
  })
})

describe('a column that may be shortened', () => {
  const rows = [
    ['├─ CustomResourceDefinition/gatewayclasses.gateway.networking.k8s.io', '5m', 'Ready'],
    ['└─ Pod/web-5d9f-x2b4q', '5m', 'Ready'],
  ]
  const table = (columns?: number) =>
    renderTable(['NAME', 'AGE', 'HEALTH'], rows, {
      columns,
      optional: ['AGE'],
      shownBy: 'in a wider terminal',
      shortened: {
        header: 'NAME',
        whole: 'whole names',
        shorten: (name, width) => shortenMiddle(name, width, name.indexOf('/') + 1),
      },
    })

  it('is whole if that fits without what is optional', () => {
    for (const shown of [table(), table(80)]) expect(shown).not.toContain('…')
  })

  it('keeps the start and the end of its values, and fits the terminal', () => {
    expect(table(60)).toBe(
      [
        '(AGE, whole names: in a wider terminal)',
        'NAME                                                  HEALTH',
        '├─ CustomResourceDefinition/gatewayclas…king.k8s.io   Ready',
        '└─ Pod/web-5d9f-x2b4q                                 Ready',
        '',
      ].join('\n'),
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
  it('prints one line per change without a terminal', () => {
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

  it('does not repeat the reason of a failure that was just printed', () => {
    const { sink, text } = captured()
    const tasks = new TaskList(ioWith(sink))
    tasks.set('a', { title: 'NATS', state: 'running', detail: 'no port' })
    tasks.set('a', { title: 'NATS', state: 'failed', detail: 'no port' })
    tasks.end()
    expect(text()).toBe('NATS: no port\n✖ NATS\n')
  })

  it('redraws only the lines that fit on the screen, open tasks first, and all at the end', () => {
    const { sink, text } = captured(80)
    const tasks = new TaskList(ioWith({ ...sink, rows: 5 }))
    for (let index = 1; index <= 9; index++)
      tasks.set(String(index), { title: `task ${index}`, state: index === 8 ? 'running' : 'done' })
    const draws = (): string[] =>
      text()
        .split('\u001B[J')
        .map((draw) => stripVTControlCharacters(draw))
    expect(draws().at(-1)).toBe('⠋ task 8\n✔ task 1\n✔ task 2\n  and 6 more\n')
    tasks.end()
    expect(draws().at(-1)?.split('\n')).toHaveLength(10)
  })

  it('redraws whole lines, also after the terminal has echoed a key', () => {
    const { sink, text } = captured(80)
    const tasks = new TaskList(ioWith(sink))
    tasks.set('a', { title: 'Postgres', state: 'running' })
    tasks.set('a', { title: 'Postgres', state: 'done' })
    tasks.end()
    // To the first column, and to the line above.
    expect(text()).toContain('\u001B[G\u001B[1A\u001B[J')
  })

  it('folds a reason to the width of the terminal without truncation', () => {
    const { sink, text } = captured(24)
    const tasks = new TaskList(ioWith(sink))
    tasks.set('a', { title: 'Postgres', state: 'running' })
    tasks.set('a', { title: 'Postgres', state: 'failed', detail: 'a very long reason indeed' })
    tasks.end()
    const [last = ''] = text().split('\u001B[J').slice(-1)
    const plain = stripVTControlCharacters(last)
    expect(plain).toBe('✖ Postgres  a very long\n  reason indeed\n')
  })
})
