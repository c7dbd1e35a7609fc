import {
  Kind,
  getVariableValues,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type TypeNode,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { UsedOperation } from './used-schema.ts'

/** Executes a compiled operation. Returns undefined for variables that their types refuse, which only graphql-js explains. */
export type CompiledOperation = (
  context: unknown,
  variables: Readonly<Record<string, unknown>>,
) => Promise<ExecutionResult | undefined>

/**
 * Compiles an operation; returns undefined if it cannot be compiled. graphql-js coerces the variables: graphql-jit would
 * expand input types inline, which takes seconds and fails for a filter that contains filters, and does not know `@oneOf`.
 */
export function compileOperation({
  schema,
  document,
  operation,
  whole,
  infoOf,
}: UsedOperation): CompiledOperation | undefined {
  const compiled = compileQuery(schema, withCoercedVariables(document), operation.name?.value, {
    resolverInfoEnricher: infoOf,
  })
  if (!isCompiledQuery(compiled)) return undefined
  return async (context, variables) => {
    const { coerced, errors } = getVariableValues(whole, operation.variableDefinitions ?? [], variables)
    if (errors !== undefined) return undefined
    return compiled.query(undefined, context, coerced)
  }
}

/** Declares variables as JSON, whose values are passed as they are; but for booleans, which `@include` and `@skip` require. */
function withCoercedVariables(document: DocumentNode): DocumentNode {
  return visit(document, {
    VariableDefinition: ({ kind, variable, type, defaultValue }) =>
      isBoolean(type)
        ? { kind, variable, type, ...(defaultValue === undefined ? {} : { defaultValue }) }
        : { kind, variable, type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } } },
  })
}

function isBoolean(type: TypeNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE
    ? isBoolean(type.type)
    : type.kind === Kind.NAMED_TYPE && type.name.value === 'Boolean'
}
