import ts from 'typescript'

/** A function or module whose inner functions share variables: an object with invisible fields. */
export interface HiddenState {
  /** The location as `path:line`. */
  location: string
  /** The variables that inner functions use and that are reassigned, or filled, after their declaration. */
  variables: string[]
}

/** Containers that change without being reassigned. */
const containers = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])
const changes = new Set(['set', 'add', 'delete', 'clear'])

/**
 * Finds functions and modules that hide more than the given number of variables. Inner functions are counted
 * separately.
 *
 * @param files Source texts by path.
 */
export function findHiddenState(files: ReadonlyMap<string, string>, most: number): HiddenState[] {
  const program = createProgram(files)
  const checker = program.getTypeChecker()
  return program.getSourceFiles().flatMap((source) => {
    const hidden = new Map<ts.Node, Set<string>>()
    for (const [symbol, { changed, captured }] of usesOf(source, checker)) {
      if (!changed || !captured || symbol.valueDeclaration === undefined) continue
      const owner = scopeOf(symbol.valueDeclaration)
      hidden.set(owner, (hidden.get(owner) ?? new Set()).add(symbol.name))
    }
    return [...hidden]
      .filter(([, names]) => names.size > most)
      .map(([owner, names]) => ({ location: locationOf(owner, source), variables: [...names] }))
  })
}

/** Creates a program without libraries and imports: enough to resolve names to declarations. */
function createProgram(files: ReadonlyMap<string, string>): ts.Program {
  const sources = new Map(
    [...files].map(([path, text]) => [path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)]),
  )
  return ts.createProgram(
    [...sources.keys()],
    // Types in messages are named by their paths, not by imports of a package that is not there.
    { noLib: true, noResolve: true, resolvePackageJsonImports: false },
    {
      fileExists: (path) => sources.has(path),
      getCanonicalFileName: (path) => path,
      getCurrentDirectory: () => '',
      getDefaultLibFileName: () => '',
      getNewLine: () => '\n',
      getSourceFile: (path) => sources.get(path),
      readFile: (path) => files.get(path),
      useCaseSensitiveFileNames: () => true,
      writeFile: () => undefined,
    },
  )
}

interface Uses {
  changed: boolean
  captured: boolean
}

/** Returns the uses of each variable of a function. */
function usesOf(source: ts.SourceFile, checker: ts.TypeChecker): Map<ts.Symbol, Uses> {
  const uses = new Map<ts.Symbol, Uses>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) note(node)
    ts.forEachChild(node, visit)
  }
  const note = (name: ts.Identifier): void => {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    const declaration = symbol?.valueDeclaration
    if (symbol === undefined || declaration === undefined || !isVariable(declaration)) return
    if (name.parent === declaration && declaration.name === name) return
    const before = uses.get(symbol) ?? { changed: false, captured: false }
    uses.set(symbol, {
      changed: before.changed || isChanged(name, declaration),
      captured: before.captured || scopeOf(name) !== scopeOf(declaration),
    })
  }
  visit(source)
  return uses
}

function isVariable(
  node: ts.Node,
): node is ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration {
  return ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)
}

function isChanged(name: ts.Identifier, declaration: ts.Node): boolean {
  return isAssigned(name) || (isContainer(declaration) && isFilled(name))
}

/** Reports whether the name is assigned, also within a pattern: `[a, b] = [b, a]`, `({ a } = b)`. */
function isAssigned(name: ts.Identifier): boolean {
  let target: ts.Node = name
  while (isPattern(target.parent, target)) target = target.parent
  const { parent } = target
  if (ts.isBinaryExpression(parent)) return parent.left === target && isAssignment(parent.operatorToken.kind)
  return ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)
    ? parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken
    : ts.isForOfStatement(parent) && parent.initializer === target
}

function isPattern(parent: ts.Node, node: ts.Node): boolean {
  return (
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === node)
  )
}

function isAssignment(operator: ts.SyntaxKind): boolean {
  return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment
}

function isContainer(declaration: ts.Node): boolean {
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false
  const { initializer } = declaration
  return (
    ts.isNewExpression(initializer) &&
    ts.isIdentifier(initializer.expression) &&
    containers.has(initializer.expression.text)
  )
}

function isFilled({ parent }: ts.Identifier): boolean {
  return (
    ts.isPropertyAccessExpression(parent) &&
    changes.has(parent.name.text) &&
    ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  )
}

/** Returns the innermost function that contains a node, or the module. */
function scopeOf(node: ts.Node): ts.Node {
  let around = node.parent
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent
  return around
}

function locationOf(node: ts.Node, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  return `${source.fileName}:${line + 1}`
}
