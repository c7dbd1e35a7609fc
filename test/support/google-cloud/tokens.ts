import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { refusal, type ModelAnswer } from './answers.ts'

/* What issues tokens in Google Cloud: for keys of service accounts, and for tokens of others. */

const scope = 'https://www.googleapis.com/auth/cloud-platform'

export interface TokenRequest {
  url: string
  authorization: string | undefined
  body: unknown
}

export class GoogleTokens {
  /** The key of the service account, as the JSON document that users download. */
  readonly key: string
  readonly email: string
  /** The token of another issuer that its pool of identities trusts. */
  trusted: string | undefined
  readonly #publicKey: string
  /** The valid tokens, with what they may be used for. */
  readonly #issued = new Map<string, 'federated' | 'account'>()

  constructor(projectId: string) {
    this.email = `qleetos@${projectId}.iam.gserviceaccount.com`
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    this.#publicKey = publicKey
    this.key = JSON.stringify({
      type: 'service_account',
      project_id: projectId,
      private_key_id: '1',
      private_key: privateKey,
      client_email: this.email,
      // Whoever follows it is led astray.
      token_uri: 'http://127.0.0.1:1/token',
    })
  }

  /** Reports whether a header has a token of the service account. */
  isAccepted(authorization = ''): boolean {
    return this.#issued.get(authorization.replace('Bearer ', '')) === 'account'
  }

  /** Answers a service that issues tokens; undefined for others. */
  answer(service: string, { url, authorization = '', body }: TokenRequest): ModelAnswer | undefined {
    if (service === 'oauth2') return this.#signIn(new URLSearchParams(String(body)))
    if (service === 'sts') return this.#exchange(new URLSearchParams(String(body)))
    return service === 'iamcredentials' ? this.#impersonate(url, authorization) : undefined
  }

  #issue(what: 'federated' | 'account'): string {
    const token = `ya29.${what}-${randomBytes(12).toString('hex')}`
    this.#issued.set(token, what)
    return token
  }

  #signIn(form: URLSearchParams): ModelAnswer {
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${claims}`)
      .verify(this.#publicKey, signature, 'base64url')
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string }
    if (!isSigned || iss !== this.email)
      return {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
      }
    return {
      status: 200,
      body: { access_token: this.#issue('account'), expires_in: 3599, token_type: 'Bearer' },
    }
  }

  #exchange(form: URLSearchParams): ModelAnswer {
    if (this.trusted === undefined || form.get('subject_token') !== this.trusted)
      return {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'The subject token is not trusted.' },
      }
    const issued = {
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
    }
    return { status: 200, body: { access_token: this.#issue('federated'), expires_in: 3600, ...issued } }
  }

  #impersonate(url: string, authorization: string): ModelAnswer {
    const isFederated = this.#issued.get(authorization.replace('Bearer ', '')) === 'federated'
    if (!isFederated || !url.includes(`${this.email}:generateAccessToken`))
      return refusal(
        403,
        'PERMISSION_DENIED',
        `Permission 'iam.serviceAccounts.getAccessToken' denied on ${scope}.`,
      )
    const expireTime = new Date(Date.now() + 3_600_000).toISOString()
    return { status: 200, body: { accessToken: this.#issue('account'), expireTime } }
  }
}
