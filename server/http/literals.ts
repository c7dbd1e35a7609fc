import { Kind, parse, print, visit, type ASTNode, type GraphQLError } from 'graphql'
import { shortened, type FieldError } from '../../schema/errors.ts'
import { join, shownAt } from '../../schema/inputs.ts'
import { expectations } from './variables.ts'

/**
 * What is wrong with a value that is written into a document, in the words in which the same value of a variable is
 * refused; undefined when the error is about something else. GraphQL tells of a wrong value without its field.
 */
export function literalError({ nodes, source, message }: GraphQLError): FieldError | undefined {
  const [node] = nodes ?? []
  const start = node?.loc?.start
  if (node === undefined || start === undefined || source === undefined || !literals.has(node.kind))
    return undefined
  const path = pathTo(node, source.body)
  if (path === undefined) return undefined
  const [, missing] = /^Field "\w+\.(\w+)" of required type/.exec(message) ?? []
  if (missing !== undefined)
    return { path: path === 'input' ? missing : join(path, missing), message: 'is missing' }
  if (/^Field "\w+" is not defined by type/.test(message)) return { path, message: 'is not a known field' }
  const shown = shownAt(path, '').value !== undefined && !withParts.has(node.kind)
  return { path, message: expectationOf(message), ...(shown ? { value: shortened(print(node)) } : {}) }
}

/** Not shown: a part of it may be a secret. */
const withParts: ReadonlySet<string> = new Set([Kind.LIST, Kind.OBJECT, Kind.OBJECT_FIELD])

const literals: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
  Kind.OBJECT_FIELD,
])

function expectationOf(message: string): string {
  const [, scalar] = /^(\w+) cannot represent/.exec(message) ?? []
  const [, type] = /^Expected value of type "([^"]+)"/.exec(message) ?? []
  if (scalar !== undefined || type !== undefined) {
    const name = scalar ?? type?.replaceAll(/[[\]!]/g, '') ?? ''
    return expectations[name] ?? `must be a ${type ?? name}`
  }
  const [, values] = /Did you mean the enum value (.*)\?$/.exec(message) ?? []
  const [, desired] = /does not exist in "(\w+)" enum/.exec(message) ?? []
  if (desired !== undefined)
    return values === undefined
      ? `must be a value of ${desired}`
      : `must be a value of ${desired}, such as ${values}`
  return message.replace(/\.$/, '')
}

/** Names of the arguments and fields down to a value; an input as a whole is not named, as with variables. */
function pathTo(desired: ASTNode, document: string): string | undefined {
  const at: string[] = []
  let found: string[] | undefined
  visit(parse(document), {
    enter: (node, key, parent) => {
      if (found !== undefined) return false
      if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) at.push(node.name.value)
      else if (typeof key === 'number' && Array.isArray(parent) && literals.has(node.kind))
        at.push(String(key))
      if (node.kind === desired.kind && node.loc?.start === desired.loc?.start) found = [...at]
      return undefined
    },
    leave: (node, key, parent) => {
      if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) at.pop()
      else if (typeof key === 'number' && Array.isArray(parent) && literals.has(node.kind)) at.pop()
    },
  })
  const path = found?.[0] === 'input' && found.length > 1 ? found.slice(1) : found
  return path?.reduce((whole, segment) => join(whole, segment), '')
}
