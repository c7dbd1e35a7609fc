/** What is in a migration that is not online, or not expand and contract; see docs/operations/upgrades.md. */
export function offences(sql: string, known: readonly string[]): string[] {
  const contract = /^-- contract: unused since (\S+)$/m.exec(sql)?.[1]
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const created = new Set(statements.flatMap((statement) => createdTable(statement) ?? []))
  const found = statements.flatMap((statement) => {
    const table = /^(?:ALTER TABLE(?: ONLY)?|CREATE (?:UNIQUE )?INDEX .*? ON) "?(\w+)"?/i.exec(statement)?.[1]
    // Nobody uses yet what the same migration makes.
    if (table !== undefined && created.has(table)) return []
    return rules
      .filter(({ breaks, contracts }) => breaks(statement) && !(contracts && contract !== undefined))
      .map(({ why }) => `${why}: ${statement}`)
  })
  const concurrent = statements.some((statement) => /CONCURRENTLY/i.test(statement))
  if (concurrent && statements.length > 1)
    found.push(
      'an index that is made CONCURRENTLY needs a migration of its own (it cannot be made in a transaction)',
    )
  if (contract !== undefined && !known.includes(contract))
    found.push(`"${contract}", since which it is unused, is no earlier migration`)
  return found
}

function createdTable(statement: string): string | undefined {
  return /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1]
}

interface Rule {
  why: string
  breaks(statement: string): boolean
  /** Whether it is allowed once no supported release uses what goes. */
  contracts: boolean
}

/** What a migration must not do, and what to do instead. */
export const rules: readonly Rule[] = [
  {
    why: 'takes away what the release before may use (use it no more, and drop it a release later under "-- contract: unused since MIGRATION")',
    breaks: (statement) =>
      /\b(?:DROP (?:COLUMN|TABLE|TYPE|VIEW|CONSTRAINT|DEFAULT)|TRUNCATE)\b/i.test(statement),
    contracts: true,
  },
  {
    why: 'renames what the release before uses (add the new one beside it, and drop the old one a release later)',
    breaks: (statement) => /\bRENAME\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'the release before does not fill it (give it a default)',
    breaks: (statement) =>
      /\bADD (?:COLUMN )?(?!CONSTRAINT).*\bNOT NULL\b/i.test(statement) && !/\bDEFAULT\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'reads the whole table while nobody may write (add a CHECK that is NOT VALID, and validate it later)',
    breaks: (statement) => /\bSET NOT NULL\b/i.test(statement),
    contracts: true,
  },
  {
    why: 'writes the whole table anew while nobody may use it (add a column that is empty, and fill it in portions)',
    breaks: (statement) =>
      /\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b/i.test(statement) ||
      /\bADD COLUMN .*\b(?:GENERATED ALWAYS AS \(|(?:BIG|SMALL)?SERIAL\b|DEFAULT (?:gen_random_uuid|random|clock_timestamp)\()/i.test(
        statement,
      ),
    contracts: false,
  },
  {
    why: 'stops all writes to the table until it is made (use CONCURRENTLY, in a migration of its own)',
    breaks: (statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/i.test(statement),
    contracts: false,
  },
  {
    why: 'checks the whole table while nobody may write (NOT VALID first, VALIDATE in a later migration)',
    breaks: (statement) =>
      /\bADD CONSTRAINT .*\b(?:CHECK|FOREIGN KEY)\b/i.test(statement) && !/\bNOT VALID\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'makes an index under a lock (make it CONCURRENTLY, then add the constraint USING INDEX)',
    breaks: (statement) =>
      /\bADD CONSTRAINT .*\b(?:UNIQUE|PRIMARY KEY)\b/i.test(statement) && !/\bUSING INDEX\b/i.test(statement),
    contracts: false,
  },
  {
    why: 'changes rows of a large table in one transaction (let servers change them in portions, while they run)',
    breaks: (statement) =>
      /^(?:UPDATE|DELETE FROM) "?(?:Object|Change|AppliedResource|ObjectEvent)\b/i.test(statement),
    contracts: false,
  },
]
