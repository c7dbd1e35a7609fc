/** The rules for names of a kind. */
export type NameRule = 'subdomain' | 'label' | 'label1035' | 'path-segment'

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'

const messages = {
  subdomain: `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  label: `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
  label1035: `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
}

const patterns = {
  subdomain: new RegExp(`^${subdomain}$`),
  label: new RegExp(`^${label}$`),
  label1035: new RegExp(`^${label1035}$`),
}

const lengths = { subdomain: 253, label: 63, label1035: 63 }

/** Returns the problems of a name, one sentence each. */
export function nameProblems(name: string, rule: NameRule): string[] {
  if (rule === 'path-segment') {
    if (name === '.' || name === '..') return [`may not be '${name}'`]
    return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`)
  }
  if (rule !== 'subdomain' && patterns.subdomain.test(name) && name.includes('.'))
    return ['must not contain dots']
  const problems: string[] = []
  if (name.length > lengths[rule]) problems.push(`must be no more than ${lengths[rule]} characters`)
  if (!patterns[rule].test(name)) problems.push(messages[rule])
  return problems
}

const qualifiedMessage = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`

/** Returns the problems of a key of labels and annotations: an optional prefix that is a subdomain, and a name. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split('/')
  const name = parts.at(-1) ?? ''
  const problems: string[] = []
  if (parts.length > 2)
    return [
      `a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  if (parts.length === 2) {
    const prefix = parts[0] ?? ''
    if (prefix === '') problems.push('prefix part must be non-empty')
    else
      problems.push(
        ...nameProblems(prefix, 'subdomain').map(
          (problem) => `prefix part ${problem.replace(/characters$/, 'bytes')}`,
        ),
      )
  }
  if (name === '') problems.push('name part must be non-empty')
  else if (name.length > 63) problems.push('name part must be no more than 63 bytes')
  if (!/^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name)) problems.push(qualifiedMessage)
  return problems
}

export function labelValueProblems(value: string): string[] {
  const problems: string[] = []
  if (value.length > 63) problems.push('must be no more than 63 bytes')
  if (!/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value))
    problems.push(
      `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    )
  return problems
}
