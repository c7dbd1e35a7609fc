import { readFileSync } from 'node:fs'
import { modelFile } from '../schema/models.ts'

export interface ModelText {
  /** The description of the type. */
  text: string
  fields: ReadonlyMap<string, { text: string; required: boolean }>
}

const known = new Map<string, ModelText>()

/**
 * Returns the descriptions in the client library's declaration of a type; reads them when documentation is requested.
 */
export function describeModel(model: string): ModelText {
  let text = known.get(model)
  if (text === undefined) known.set(model, (text = parse(readFileSync(modelFile(model, '.d.ts'), 'utf8'))))
  return text
}

// Fields whose type is a class of its own are described there and not here.
const field = /(?:\/\*\*\n((?:\s*\*.*\n)*?)\s*\*\/)?\s*'([^']+)'(\?)?:/g
const type = /\/\*\*\n((?:\s*\*.*\n)*?)\s*\*\/\s*export declare class/

function parse(source: string): ModelText {
  const fields = new Map<string, { text: string; required: boolean }>()
  const body = source.slice(source.indexOf('export declare class'))
  for (const [, comment = '', name = '', optional] of body.matchAll(field))
    fields.set(name, { text: plain(comment), required: optional === undefined })
  return { text: plain(type.exec(source)?.[1] ?? ''), fields }
}

function plain(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, ''))
    .join(' ')
    .replaceAll(/\\(['"`])/g, '$1')
    .trim()
}
