/* What calls webhooks, and what it gets. */

/** A report of a registry or a forge, before its body is read. */
export interface WebhookCall {
  project: string
  name: string
  /** The token in the path. */
  token?: string | undefined
  authorization?: string | undefined
  /** The header `X-Hub-Signature-256`. */
  signature?: string | undefined
  /** The header `X-GitHub-Event`. */
  event?: string | undefined
  /** The header `X-Gitlab-Token`. */
  gitlabToken?: string | undefined
}

export interface WebhookAnswer {
  /** The names of the deliveries, also of those that exist already. Absent for reports of forges. */
  deliveries?: string[]
  /** The names of the previews that have the commit. Absent for other reports. */
  previews?: string[]
  /** The names of the previews that are deleted. Absent for reports of registries. */
  deleted?: string[]
  /** Why other events are ignored. */
  ignored: string[]
}

/** A webhook whose caller has shown its token, or has sent a signature that its body has to match. */
export interface OpenedWebhook {
  /** True if the caller is known before the body is read. */
  isAuthenticated: boolean
  /** Does what the report calls for. Throws UNAUTHENTICATED and INVALID_INPUT. */
  receive(body: Buffer, options: ReceiveOptions): Promise<WebhookAnswer>
}

export interface ReceiveOptions {
  traceparent?: string | undefined
}
