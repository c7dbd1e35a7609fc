import { describe, expect, it } from 'vitest'
import { read } from '../support/read-documents.ts'

const credentials = `[default]
aws_access_key_id = AKIAIOSFODNN7EXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY

[staging]
aws_access_key_id = AKIAIOSFODNN7STAGING
aws_secret_access_key = secret-of-staging

[passing]
aws_access_key_id = ASIAIOSFODNN7PASSING
aws_secret_access_key = secret-for-an-hour
aws_session_token = token
`
const config = '[default]\nregion = eu-west-1\n\n[profile staging]\nregion = us-east-2\n'

function account(fields: string): Record<string, string> {
  const text = `AwsAccount:\n  Name: main\n  AccountID: "123456789012"\n${fields}`
  return { 'a.yaml': text, 'aws/credentials': credentials, 'aws/config': config }
}

const files = '  LocalConfig: aws/config\n  LocalCredentials: aws/credentials\n'

describe('a legacy AwsAccount with files of the AWS CLI', () => {
  it.each([
    ['', 'AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'eu-west-1'],
    ['  LocalProfile: staging\n', 'AKIAIOSFODNN7STAGING', 'secret-of-staging', 'us-east-2'],
    [
      '  DefaultRegion: eu-north-1\n',
      'AKIAIOSFODNN7EXAMPLE',
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'eu-north-1',
    ],
  ])(
    'has the access key and the region of the profile: %j',
    async (more, accessKeyId, secretAccessKey, defaultRegion) => {
      const { objects, errors } = await read({ files: account(files + more) })
      expect(errors).toEqual([])
      const spec = { accountId: '123456789012', accessKeyId, secretAccessKey, defaultRegion }
      expect(objects).toEqual([{ kind: 'AwsAccount', name: 'main', spec }])
    },
  )

  it('is read by its name alone to delete it, without the files', async () => {
    const gone = '  LocalCredentials: gone\n'
    const { objects } = await read({ files: account(gone), options: { identityOnly: true } })
    expect(objects).toMatchObject([{ kind: 'AwsAccount', name: 'main' }])
  })

  it.each([
    [
      `${files}  LocalProfile: prod\n`,
      'a.yaml:6:17: AwsAccount.LocalProfile: there is no profile prod in aws/credentials. It has default, staging, passing.',
    ],
    [
      `${files}  LocalProfile: passing\n`,
      'a.yaml:6:17: AwsAccount.LocalProfile: profile passing has no access key that lasts. Create an access key, or set RoleArn and use the identity of the workers.',
    ],
    [`${files}  LocalProfile: [a]\n`, 'a.yaml:6:17: AwsAccount.LocalProfile: must be the name of a profile.'],
    [
      `${files}  AccessKeyID: AKIAIOSFODNN7EXAMPLE\n`,
      'a.yaml:6:16: AwsAccount.AccessKeyID: has no effect beside the files of a local profile. Remove it, or the files.',
    ],
    [
      '  LocalCredentials: gone\n',
      'a.yaml:4:21: AwsAccount.LocalCredentials: cannot read <folder>/gone: there is no such file or folder. Paths are relative to this file, or to the working directory.',
    ],
  ])('says what is wrong: %j', async (fields, error) => {
    expect((await read({ files: account(`${fields}  DefaultRegion: eu-west-1\n`) })).errors).toContain(error)
  })
})
