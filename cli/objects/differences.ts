import { FILE_HEADERS_ONLY, createTwoFilesPatch } from 'diff'
import type { AnyObject, AppliedObject, Client } from '../../client-sdk/index.ts'
import { appliedShapeOf, type AppliedShape } from '../documents/applied-shape.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter, type Paint } from '../terminal/style.ts'
import { toYaml } from './yaml.ts'

/** A write compared with what the server has. */
export interface Difference {
  /** For example `workload-instance/shop`. */
  target: string
  state: 'new' | 'changed' | 'unchanged'
  /** Undefined for a new object. */
  before: AppliedShape | undefined
  after: AppliedShape
}

/** The number of stored objects that are read at once. */
const atOnce = 20

/** Compares the results of a dry run with the stored objects. */
export async function differencesOf(
  client: Client,
  applied: readonly AppliedObject[],
): Promise<Difference[]> {
  const stored = new Map<string, AnyObject>()
  const changed = applied.filter(({ result }) => isResult(result, 'updated'))
  for (let start = 0; start < changed.length; start += atOnce) {
    const ids = changed.slice(start, start + atOnce).map(({ object }) => object.id)
    for (const object of await Promise.all(ids.map((id) => client.objects.getById(id))))
      if (object !== undefined) stored.set(object.id, object)
  }
  return applied.map(({ object, result }) => {
    const before = isResult(result, 'unchanged') ? object : stored.get(object.id)
    return {
      target: nounAndName(object),
      state: before === undefined ? 'new' : isResult(result, 'unchanged') ? 'unchanged' : 'changed',
      before: before === undefined ? undefined : appliedShapeOf(before),
      after: appliedShapeOf(object),
    }
  })
}

function isResult(result: string, expected: string): boolean {
  return result.toLowerCase() === expected
}

/** Formats a difference as a unified diff of YAML. Empty if there is none. */
export function unifiedDiff(
  io: Io,
  { target, before, after }: Difference,
  names: { before: string; after: string } = { before: 'on the server', after: 'applied' },
): string {
  const paint = painter(io.stdout, io.env)
  const texts = [before === undefined ? '' : toYaml(before), toYaml(after)] as const
  if (texts[0] === texts[1]) return ''
  const from = before === undefined ? '/dev/null' : target
  const patch = createTwoFilesPatch(
    from,
    target,
    ...texts,
    before && `(${names.before})`,
    `(${names.after})`,
    {
      headerOptions: FILE_HEADERS_ONLY,
    },
  )
  // The first two lines are the names of the two sides.
  const lines = patch.split('\n')
  return lines.map((line, index) => (index < 2 ? paint('bold', line) : coloured(paint, line))).join('\n')
}

function coloured(paint: Paint, line: string): string {
  if (line.startsWith('@@')) return paint('cyan', line)
  if (line.startsWith('+')) return paint('green', line)
  return line.startsWith('-') ? paint('red', line) : line
}
