import { errorAt, below, type SourceLocation } from './source-location.ts'
import type { Reading } from './reading.ts'

/*
 * The credentials of a legacy AwsAccount in files of the AWS CLI:
 * https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html
 */

const localFields = ['LocalConfig', 'LocalCredentials', 'LocalProfile']

/** Resolves with the absolute path of the file that a field names; undefined after an error was added. */
type FindFile = (field: string) => Promise<string | undefined>

/** Returns the fields of a legacy AwsAccount with the values of its local profile in place of the names of files. */
export async function withLocalProfile(
  reading: Reading,
  location: SourceLocation,
  { fields, findFile }: { fields: Record<string, unknown>; findFile: FindFile },
): Promise<Record<string, unknown>> {
  if (!localFields.some((name) => Object.hasOwn(fields, name))) return fields
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !localFields.includes(name)))
  if (reading.options.identityOnly === true) return others
  const twice = ['AccessKeyID', 'SecretAccessKey'].find((name) => Object.hasOwn(fields, name))
  if (twice !== undefined) {
    const message = 'has no effect beside the files of a local profile'
    const error = { code: 'CONFLICT' as const, message, remedy: 'Remove it, or the files.' }
    reading.errors.push(errorAt(below(location, twice), error))
    return others
  }
  const { LocalProfile: name = 'default' } = fields
  if (typeof name !== 'string') {
    const error = { code: 'INVALID_TYPE' as const, message: 'must be the name of a profile' }
    reading.errors.push(errorAt(below(location, 'LocalProfile'), error))
    return others
  }
  return { ...others, ...(await readProfile(reading, location, { name, fields, findFile })) }
}

interface Profile {
  name: string
  fields: Record<string, unknown>
  findFile: FindFile
}

async function readProfile(
  reading: Reading,
  location: SourceLocation,
  { name, fields, findFile }: Profile,
): Promise<Record<string, unknown>> {
  const { LocalConfig: config, LocalCredentials: credentials } = fields
  const filepath = await findFile('LocalCredentials')
  const configFilepath = config === undefined ? undefined : await findFile('LocalConfig')
  if (filepath === undefined) return {}
  // Loaded here only, so that no other command pays for it.
  const { loadSharedConfigFiles } = await import('@smithy/core/config')
  const files = await loadSharedConfigFiles({
    filepath,
    configFilepath: configFilepath ?? filepath,
    ignoreCache: true,
  })
  const found = files.credentialsFile[name]
  const { aws_access_key_id: AccessKeyID, aws_secret_access_key: SecretAccessKey } = found ?? {}
  const inside = below(location, 'LocalProfile')
  if (found === undefined) {
    const known = Object.keys(files.credentialsFile).join(', ')
    const message = `there is no profile ${name} in ${String(credentials)}`
    const remedy = known === '' ? 'It has none.' : `It has ${known}.`
    reading.errors.push(errorAt(inside, { code: 'NOT_FOUND', message, remedy }))
    return {}
  }
  if (
    AccessKeyID === undefined ||
    SecretAccessKey === undefined ||
    found['aws_session_token'] !== undefined
  ) {
    const message = `profile ${name} has no access key that lasts`
    const remedy = 'Create an access key, or set RoleArn and use the identity of the workers.'
    reading.errors.push(errorAt(inside, { code: 'NOT_SUPPORTED', message, remedy }))
    return {}
  }
  const region = files.configFile[name]?.['region']
  const isGiven = fields['DefaultRegion'] !== undefined || region === undefined
  return { AccessKeyID, SecretAccessKey, ...(isGiven ? {} : { DefaultRegion: region }) }
}
