import { writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'

/* Writes the reference of the SDK, docs/reference/sdk.md, from its types and their comments: one row for each method. */

const page = 'docs/reference/sdk.md'
const program = ts.createProgram(['client-sdk/client.ts'], {
  strict: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ['node'],
})
const checker = program.getTypeChecker()

/** A method of the client, as `objects.get(target)`. */
interface Method {
  signature: string
  /** The first part of its comment. */
  summary: string
  /** The sentences of its comment that begin with `Throws`. */
  errors: string
}

function clientType(): ts.Type {
  const source = program.getSourceFile('client-sdk/client.ts')
  const symbol = source && checker.getSymbolAtLocation(source)
  const declared = symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'Client')
  if (declared === undefined) throw new Error('client-sdk/client.ts exports no Client')
  return checker.getDeclaredTypeOfSymbol(declared)
}

/** Returns the methods of a type; those of nested objects have the path before their name. */
function methodsOf(type: ts.Type, path = ''): Method[] {
  return type.getProperties().flatMap((property) => {
    const declaration = property.valueDeclaration ?? property.declarations?.[0]
    if (declaration === undefined) return []
    const own = checker.getTypeOfSymbolAtLocation(property, declaration)
    const [call] = own.getCallSignatures()
    if (call === undefined) return methodsOf(own, `${path}${property.name}.`)
    const parameters = call.getParameters().map((parameter) => parameterName(parameter))
    return [{ signature: `${path}${property.name}(${parameters.join(', ')})`, ...commentOf(property) }]
  })
}

function parameterName(parameter: ts.Symbol): string {
  const { valueDeclaration: declaration } = parameter
  const isParameter = declaration !== undefined && ts.isParameter(declaration)
  const isOptional =
    isParameter && (declaration.questionToken !== undefined || declaration.initializer !== undefined)
  // A destructured parameter has no name.
  const name = isParameter && ts.isIdentifier(declaration.name) ? parameter.name : 'options'
  return isOptional ? `${name}?` : name
}

function commentOf(property: ts.Symbol): Pick<Method, 'summary' | 'errors'> {
  const text = ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ')
  const sentences = text.split(/(?<=\.) (?=[A-Z])/)
  const isError = (sentence: string): boolean => sentence.startsWith('Throws')
  return {
    summary: sentences.filter((sentence) => !isError(sentence)).join(' '),
    errors: sentences.filter(isError).join(' '),
  }
}

function table(methods: readonly Method[]): string {
  const rows = methods.map(({ signature, summary, errors }) => {
    if (summary === '') throw new Error(`${signature} has no comment`)
    return `| \`${signature}\` | ${summary} | ${errors} |`
  })
  return ['| method | what it does | errors |', '| --- | --- | --- |', ...rows].join('\n')
}

const methods = methodsOf(clientType())
const ofKinds = methods.filter(({ signature }) => signature.startsWith('workloadInstances.'))
const kindMethods = new Set(ofKinds.map(({ signature }) => signature.slice(signature.indexOf('.'))))
const general = methods.filter(
  ({ signature }) =>
    signature.startsWith('objects.') ||
    !kindMethods.has(signature.slice(Math.max(0, signature.indexOf('.')))),
)
const text = `# Reference of the SDK

<!-- Written by tools/generate-sdk-reference.ts. Do not edit. -->

Every method of a client may throw \`UNAUTHENTICATED\`, \`FORBIDDEN\`, \`UNAVAILABLE\`, \`RATE_LIMITED\` and \`INTERNAL\` besides the
[errors](../errors.md) that it names.

## The client

${table(general)}

## Clients of single kinds

\`client.workloadInstances\`, \`client.projects\` and those of all other kinds have the same methods, typed by the kind.

${table(ofKinds)}
`
const options = await resolveConfig(page)
await writeFile(page, await format(text, { ...options, filepath: page }))
