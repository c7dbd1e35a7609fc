import { listed, run, type Sql, type Statement } from './sql.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { NamedException, NamedPolicy, PolicySet } from '../../schema/policies/cel/violations.ts'
import { uncheckedKinds } from '../../schema/policies/cel/violations.ts'

/*
 * The policies that a process knows. Reading them costs no statement: each statement that writes an object compares the version of
 * the policies that it was checked against with the current one, and writes nothing if they differ. The write is then repeated
 * with the policies read anew. Until a process has met the first policy, it supposes that there are none.
 */

export interface KnownPolicies extends PolicySet {
  version: string
}

const none: KnownPolicies = { version: '0', policies: [], exceptions: [] }

export class PolicyCache {
  #known = none
  #isStale = false

  /** Returns the policies as they were read last, or reads them if a write has found that they have changed. */
  async load(sql: Sql): Promise<KnownPolicies> {
    return this.#isStale ? this.reload(sql) : this.#known
  }

  async reload(sql: Sql): Promise<KnownPolicies> {
    this.#known = await readPolicies(sql)
    this.#isStale = false
    return this.#known
  }

  /** Makes the next write read the policies. */
  forget(): void {
    this.#isStale = true
  }
}

const kinds = listed([...uncheckedKinds])

/**
 * The SQL of the version of the policies: differs whenever one has been created, changed or deleted. By the transaction that has
 * written each, since a number could be used again after a transaction that was rolled back.
 */
const versionOf = `sum(hashtextextended(id || ' ' || xmin::text, 0))`

/** The SQL of the condition that a parameter is the current version of the policies, or null for a write that they do not concern. */
export function isPolicyVersion(parameter: string): string {
  return `(${parameter}::text IS NULL OR ${parameter} = (
    SELECT coalesce(${versionOf}, 0)::text FROM "Object" policy WHERE policy.kind IN (${kinds})
  ))`
}

interface PolicyRow extends Record<string, unknown> {
  version: string
  kind: string
  name: string
  spec: StoredObject['spec']
  isDeleting: boolean
}

const findPolicies: Statement = {
  name: 'find-policies',
  text: `
  SELECT kind, name, spec, "deletionRequestedAt" IS NOT NULL AS "isDeleting", (${versionOf} OVER ())::text AS version
  FROM "Object" WHERE kind IN (${kinds}) ORDER BY kind, name`,
}

async function readPolicies(sql: Sql): Promise<KnownPolicies> {
  const rows = await run<PolicyRow>(sql, findPolicies, [])
  const present = rows.filter(({ isDeleting }) => !isDeleting)
  const ofKind = <Named>(kind: string): Named[] =>
    // The spec was validated by the kind when it was stored.
    present
      .filter((row) => row.kind === kind)
      .map(({ name, spec }) => ({ name, spec: spec as unknown }) as Named)
  return {
    version: rows[0]?.version ?? none.version,
    policies: ofKind<NamedPolicy>('Policy'),
    exceptions: ofKind<NamedException>('PolicyException'),
  }
}
