/** Returns the statements of a migration that are not online, or not expand and contract; see docs/operations/upgrades.md. */
export function violationsOf(sql: string, known: readonly string[]): string[] {
  const contract = /^-- contract: unused since (\S+)$/m.exec(sql)?.[1]
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const created = new Set(statements.flatMap((statement) => createdTable(statement) ?? []))
  const found = statements.flatMap((statement) => {
    const table = /^(?:ALTER TABLE(?: ONLY)?|CREATE (?:UNIQUE )?INDEX .*? ON) "?(\w+)"?/i.exec(statement)?.[1]
    // A table that the same migration creates is not used yet.
    if (table !== undefined && created.has(table)) return []
    return rules
      .filter(({ breaks, contracts }) => breaks(statement) && !(contracts && contract !== undefined))
      .map(({ why }) => `${why}: ${statement}`)
  })
  const concurrent = statements.some((statement) => /CONCURRENTLY/i.test(statement))
  if (concurrent && statements.length > 1)
    found.push(
      'an index that is created CONCURRENTLY needs a separate migration (it cannot be created in a transaction)',
    )
  if (contract !== undefined && !known.includes(contract))
    found.push(`"${contract}" is not an earlier migration`)
  return found
}

function createdTable(statement: string): string | undefined {
  return /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1]
}

interface Rule {
  why: string
  breaks(statement: string): boolean
  /** The statement is allowed once no supported release uses the removed object. */
  contracts: boolean
}

/** The rules for migrations, each with a remedy. */
export const rules: readonly Rule[] = [
  {
    why: 'removes an object that the previous release may use (stop using it, and drop it one release later under "-- contract: unused since MIGRATION")',
    breaks: (statement) =>
      /\b(?:DROP (?:COLUMN|TABLE|TYPE|VIEW|CONSTRAINT|DEFAULT)|TRUNCATE)\b/i.test(statement),
    contracts: true,
  },
  {
    why: 'renames an object that the previous release uses (add the new one beside it, and drop the old one a release later)',
    breaks: (statement) => /\bRENAME\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'the previous release does not set it (add a default)',
    breaks: (statement) =>
      /\bADD (?:COLUMN )?(?!CONSTRAINT).*\bNOT NULL\b/i.test(statement) && !/\bDEFAULT\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'reads the whole table while writes are blocked (add a CHECK that is NOT VALID, and validate it later)',
    breaks: (statement) => /\bSET NOT NULL\b/i.test(statement),
    contracts: true,
  },
  {
    why: 'rewrites the whole table while it is locked (add an empty column, and fill it in batches)',
    breaks: (statement) =>
      /\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b/i.test(statement) ||
      /\bADD COLUMN .*\b(?:GENERATED ALWAYS AS \(|(?:BIG|SMALL)?SERIAL\b|DEFAULT (?:gen_random_uuid|random|clock_timestamp)\()/i.test(
        statement,
      ),
    contracts: false,
  },
  {
    why: 'blocks all writes to the table until it is created (use CONCURRENTLY, in a separate migration)',
    breaks: (statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/i.test(statement),
    contracts: false,
  },
  {
    why: 'checks the whole table while writes are blocked (NOT VALID first, VALIDATE in a later migration)',
    breaks: (statement) =>
      /\bADD CONSTRAINT .*\b(?:CHECK|FOREIGN KEY)\b/i.test(statement) && !/\bNOT VALID\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'creates an index under a lock (create it CONCURRENTLY, then add the constraint USING INDEX)',
    breaks: (statement) =>
      /\bADD CONSTRAINT .*\b(?:UNIQUE|PRIMARY KEY)\b/i.test(statement) && !/\bUSING INDEX\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'changes rows of a large table in one transaction (let running servers change them in batches)',
    breaks: (statement) =>
      /^(?:UPDATE|DELETE FROM) "?(?:Object|Change|AppliedResource|ObjectEvent)\b/i.test(statement),
    contracts: false,
  },
]
